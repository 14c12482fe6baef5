import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { useHttp } from '#testing/http'
import { takeStock } from '../products/stock/stock-store.ts'
import { searchRoutes } from './routes.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const catalog = aCatalog({ database })
const http = await useHttp(searchRoutes(catalog), { callers: { buyer }, now: () => now })

const anchors = { categoryId: 'cat_anchors', brand: 'Anchorworks' }
const plenty = await aProduct(database, { ...anchors, name: 'Anchor A', onHand: 10 })
await aProduct(database, { ...anchors, name: 'Anchor B', onHand: 9, leadTimeDays: 0 })
await aProduct(database, {
  ...anchors,
  name: 'Anchor C',
  onHand: 1,
  leadTimeDays: 30,
  brand: 'Bay',
})
await aProduct(database, { ...anchors, name: 'Anchor D', onHand: 0, leadTimeDays: 14 })

describe.each(['', 'q=anchor&'])('filters on stock and lead time, with "%s"', (words) => {
  const base = `${words}category=cat_anchors&sort=name`

  it.each([
    ['availability=in_stock', 'A'],
    ['availability=low_stock', 'BC'],
    ['availability=out_of_stock', 'D'],
    ['availability=in_stock&availability=low_stock', 'ABC'],
    ['availability=in_stock&availability=out_of_stock', 'AD'],
    ['availability=low_stock&availability=out_of_stock', 'BCD'],
    ['availability=in_stock&availability=low_stock&availability=out_of_stock', 'ABCD'],
    ['maxLeadTimeDays=0', 'B'],
    ['maxLeadTimeDays=3', 'AB'],
    ['maxLeadTimeDays=14', 'ABD'],
    ['maxLeadTimeDays=3650', 'ABCD'],
    ['maxLeadTimeDays=14&availability=low_stock', 'B'],
  ])('%s finds %s', async (filter, letters) => {
    const { data, meta } = await search(`${base}&${filter}`)
    expect(lettersOf(data)).toBe(letters)
    expect(meta.total).toBe(letters.length)
  })

  it('count in every facet, and in a selected one without its own selection', async () => {
    const filter = 'availability=low_stock&maxLeadTimeDays=30'
    const brands = [
      { value: 'Anchorworks', count: 1, selected: false },
      { value: 'Bay', count: 1, selected: false },
    ]
    const { facets } = (await search(`${base}&${filter}`)).meta
    expect(facets).toMatchObject({ brand: brands, category: [{ id: 'cat_anchors', count: 2 }] })
    const selected = (await search(`${base}&${filter}&brand=Bay`)).meta
    expect(selected.total).toBe(1)
    expect(selected.facets.brand).toEqual([
      { value: 'Bay', count: 1, selected: true },
      { value: 'Anchorworks', count: 1, selected: false },
    ])
  })

  it.each(['name', 'newest', 'price_asc'])('page by cursor, sorted by %s', async (sort) => {
    const query = `${words}category=cat_anchors&sort=${sort}&availability=in_stock&availability=low_stock&limit=1`
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { data, meta } = await search(`${query}${cursor && `&cursor=${cursor}`}`)
      found.push(lettersOf(data))
      cursor = meta.nextCursor
    }
    expect(found.toSorted()).toEqual(['A', 'B', 'C'])
  })
})

describe('a product that is sold', () => {
  it('leaves in_stock with the sale, also for a search that was just made', async () => {
    for (const query of ['q=anchor', 'category=cat_anchors', 'q=anchor&sort=price_asc']) {
      expect(lettersOf((await search(`${query}&availability=in_stock`)).data)).toBe('A')
    }
    const sale = { productId: plenty.id, quantity: 10_000n }
    await database.transaction((tx) => takeStock(tx, [sale], 'committed', now))
    for (const query of ['q=anchor', 'category=cat_anchors', 'q=anchor&sort=price_asc']) {
      expect((await search(`${query}&availability=in_stock`)).data).toEqual([])
    }
    const { data } = await search('q=anchor&availability=out_of_stock&sort=name')
    expect(lettersOf(data)).toBe('AD')
    expect(data[0].availability).toMatchObject({ status: 'out_of_stock', available: 0 })
  })

  it('does not end the pages of a buyer who has seen it', async () => {
    const buoys = { categoryId: 'cat_buoys' }
    const made = []
    for (const letter of ['A', 'B', 'C']) {
      made.push(await aProduct(database, { ...buoys, name: `Buoy ${letter}`, onHand: 20 }))
    }
    for (const query of ['q=buoy', 'category=cat_buoys&sort=name']) {
      const first = await search(`${query}&availability=in_stock&limit=1`)
      const seen = made.find(({ id }) => id === first.data[0].id)
      const sale = { productId: seen?.id ?? '', quantity: 20_000n }
      await database.transaction((tx) => takeStock(tx, [sale], 'committed', now))
      const path = `${query}&availability=in_stock&limit=1&cursor=${first.meta.nextCursor}`
      const { data } = await search(path)
      expect(data).toHaveLength(1)
      expect(data[0].id).not.toBe(seen?.id)
      await database.transaction((tx) =>
        catalog.changeProduct(tx, seen?.id ?? '', { onHand: 20_000n }),
      )
    }
  })
})

it('a changed lead time counts at once', async () => {
  const cleat = await aProduct(database, { name: 'Cleat', leadTimeDays: 20 })
  expect((await search('q=cleat&maxLeadTimeDays=5')).data).toEqual([])
  await database.transaction((tx) => catalog.changeProduct(tx, cleat.id, { leadTimeDays: 5 }))
  expect((await search('q=cleat&maxLeadTimeDays=5')).data).toHaveLength(1)
})

it.each([
  'availability=plenty',
  'availability=',
  'availability=discontinued',
  'maxLeadTimeDays=-1',
  'maxLeadTimeDays=1.5',
  'maxLeadTimeDays=soon',
  'maxLeadTimeDays=3651',
])('refuses %s', async (filter) => {
  const answer = await get(filter)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().meta.code).toBe('platform.request_invalid')
})

function get(query: string) {
  const url = `/api/v1/products?${query}`
  return http.inject({ method: 'GET', url, headers: { 'x-api-key': 'buyer' } })
}

async function search(query: string) {
  const answer = await get(query)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** The last letters of the names, in their order. */
function lettersOf(data: readonly { readonly name: string }[]): string {
  return data.map(({ name }) => name.slice(-1)).join('')
}
