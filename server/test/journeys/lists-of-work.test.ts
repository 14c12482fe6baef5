import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import type { Client } from './client.ts'
import { checkOut, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const theirs = await world.company()

type Item = { readonly id: string; readonly state: string }

/** The ids of a list, two at a time. */
async function idsOf(client: Client, url: string, query = ''): Promise<string[]> {
  const found: Item[] = []
  let cursor: unknown
  do {
    const next = cursor === undefined ? '' : `&cursor=${cursor}`
    const { status, body } = await client.get(`${url}?limit=2${query}${next}`)
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...(body.data as Item[]))
    cursor = body.meta.nextCursor
  } while (cursor !== undefined)
  return found.map(({ id }) => id)
}

describe('the list of searches', () => {
  const url = '/api/v1/searches'

  it('has those of the company, newest first, in pages and by filters', async () => {
    const start = async (client: Client, q: string): Promise<string> =>
      (await client.post(url, { q })).body.data.id
    const mine = [await start(ours.buyer, 'bolt'), await start(ours.buyer, 'nut')]
    const other = await start(ours.admin, 'washer')
    await start(theirs.buyer, 'foreign')
    const all = [other, ...mine.toReversed()]
    expect(await idsOf(ours.buyer, url)).toEqual(all)
    expect(await idsOf(ours.buyer, url, '&mine=true')).toEqual(mine.toReversed())
    expect(await idsOf(ours.integration, url, '&mine=true')).toEqual([])
    const ended = async () => (await idsOf(ours.buyer, url, '&state=COMPLETED')).length
    await expect.poll(ended, { timeout: 20_000 }).toBe(3)
    expect(await idsOf(ours.buyer, url, '&state=RUNNING')).toEqual([])
    expect(await idsOf(ours.buyer, url, '&createdBefore=2020-01-01T00:00:00Z')).toEqual([])
    expect(await idsOf(ours.buyer, url, '&createdAfter=2020-01-01T00:00:00Z')).toEqual(all)

    const [first] = (await ours.buyer.get(`${url}?limit=1`)).body.data
    expect(first).toMatchObject({ q: 'washer', state: 'COMPLETED', failureCode: null })
    // Its stream has a ticket, which only the read of one search issues.
    expect(first).not.toHaveProperty('stream')
    expect((await ours.buyer.get(`${url}?state=LOST`)).status).toBe(400)
  })
})

describe('the list of checkouts', () => {
  const url = '/api/v1/checkout'

  it('has those of the company, newest first, in pages and by filters', async () => {
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
    const start = async (client: Client): Promise<string> => {
      const version = await fillCart(client, [{ productId, quantity: 1 }])
      return (await checkOut(client, version)).body.data.id
    }
    const first = await start(ours.buyer)
    expect((await ours.buyer.post(`${url}/${first}/cancel`)).status).toBe(200)
    const colleague = await start(ours.admin)
    const second = await start(ours.integration)
    await start(theirs.buyer)

    const all = [second, colleague, first]
    expect(await idsOf(ours.buyer, url)).toEqual(all)
    expect(await idsOf(ours.buyer, url, '&mine=true')).toEqual([first])
    expect(await idsOf(ours.integration, url, '&mine=true')).toEqual([second])
    expect(await idsOf(ours.buyer, url, '&state=CANCELLED')).toEqual([first])
    expect(await idsOf(ours.buyer, url, '&state=RESERVED')).toEqual([second, colleague])
    expect(await idsOf(ours.buyer, url, '&createdBefore=2020-01-01T00:00:00Z')).toEqual([])
    expect(await idsOf(ours.buyer, url, '&createdAfter=2020-01-01T00:00:00Z')).toEqual(all)

    const { data } = (await ours.buyer.get(`${url}/${first}`)).body
    const [listed] = (await ours.buyer.get(`${url}?state=CANCELLED`)).body.data
    expect(listed).toMatchObject({
      id: first,
      state: 'CANCELLED',
      cartId: data.cartId,
      total: data.totals.total,
      createdAt: data.createdAt,
      endedAt: data.endedAt,
    })
    expect(listed).not.toHaveProperty('snapshot')
  })
})
