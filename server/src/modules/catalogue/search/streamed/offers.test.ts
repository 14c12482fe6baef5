import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aDrip, externalOffers, outsideProducts } from './drip.fixture.ts'
import { buyer, type SearchService, useSearchService } from './searches.fixture.ts'
import { type ReceivedEvent, readStream } from './stream-reader.fixture.ts'

const drip = aDrip(3_600)
const service = await useSearchService({
  external: drip.source,
  settings: { CATALOG_SEARCH_CONCURRENCY: 1 },
})
await aProduct(service.database, { name: 'Copper tape' })

const offersIn = (received: readonly ReceivedEvent[]) =>
  received.flatMap(({ data }) => (data as { offers?: { id: string }[] }).offers ?? [])

describe('offers from outside the catalogue', () => {
  it('arrive while their source goes on, each once, up to the limit, beside all products', async () => {
    const { id } = await service.begin({ q: 'copper', limit: 3, sources: ['catalog', 'external'] })
    service.startWorker()
    const [first, ...others] = externalOffers(4)
    drip.giveOffers(first as never)
    const before = await follow(service, id, (received) => offersIn(received).length === 1)
    expect((await service.searches.get(buyer, id)).state).toBe('RUNNING')
    // It waits for its source, and another search is not kept waiting by it.
    const second = await service.begin({ q: 'copper' })
    expect((await follow(service, second.id)).at(-1)?.event).toBe('search.completed')

    drip.giveOffers(first as never, ...others)
    const after = await follow(service, id, undefined, before.at(-1)?.id)
    const all = [...before, ...after]
    expect(offersIn(all)).toEqual([first, others[0], others[1]])
    expect(after.at(-1)).toMatchObject({ event: 'search.completed', data: { products: 1 } })
    expect((await service.searches.get(buyer, id)).sources.external).toMatchObject({
      status: 'completed',
      found: 3,
    })
  })

  it('end when the search has enough, and their source stops', async () => {
    let isStopped = false
    const endless = async function* () {
      try {
        for (;;) yield { products: [], offers: externalOffers(2) }
      } finally {
        isStopped = true
      }
    }
    const other = await useSearchService({ external: { limitSeconds: 60, find: endless } })
    other.startWorker()
    const { id } = await other.begin({ q: 'copper', limit: 5, sources: ['external'] })
    expect(offersIn(await follow(other, id))).toHaveLength(5)
    await expect.poll(() => isStopped).toBe(true)
    await other.stopWorker()
  })

  it('come with the known products that are the same articles', async () => {
    const other = await useSearchService({
      external: { limitSeconds: 60, find: () => both(outsideProducts(1), externalOffers(1)) },
    })
    other.startWorker()
    const { id } = await other.begin({ q: 'copper', sources: ['external'] })
    const received = await follow(other, id)
    expect(received[1]).toMatchObject({
      event: 'products',
      data: { source: 'external', products: [{ sku: 'OUT-0' }], offers: [{ external: true }] },
    })
    await other.stopWorker()
  })
})

async function* both(
  products: ReturnType<typeof outsideProducts>,
  offers: ReturnType<typeof externalOffers>,
) {
  yield { products, offers }
}

async function follow(
  on: SearchService,
  id: string,
  until?: (received: readonly ReceivedEvent[]) => boolean,
  after?: string,
): Promise<ReceivedEvent[]> {
  const headers = after === undefined ? {} : { 'last-event-id': after }
  return (await readStream(await on.call(`/api/v1/searches/${id}/stream`, { headers }), until))
    .received
}
