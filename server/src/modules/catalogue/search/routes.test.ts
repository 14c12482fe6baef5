import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { useHttp } from '#testing/http'
import { productsRoutes } from '../products/routes.ts'
import { searchRoutes } from './routes.ts'

const now = new Date('2026-01-02T03:04:05Z')
const withoutScopes: Principal = { ...buyer, kind: 'api_key', roles: new Set(), scopes: new Set() }
const database = await useDatabase()
const catalog = aCatalog({ database })
const http = await useHttp([productsRoutes(catalog), searchRoutes(catalog)], {
  callers: { buyer, nothing: withoutScopes },
  now: () => now,
})
for (let at = 0; at < 5; at += 1) {
  await aProduct(database, {
    name: `Copper pipe ${at}`,
    unitPrice: '0.012345',
    mpn: `CP-100${at}`,
  })
}

describe('GET /api/v1/products', () => {
  it('says how much of the query matches, and marks near misses', async () => {
    const read = async (url: string) => {
      const { data, meta } = (await get(url)).json() as {
        data: { match?: { kind: string } }[]
        meta: { match?: string; nearMisses?: unknown[]; total: number }
      }
      const kinds = [...new Set(data.map(({ match }) => match?.kind))]
      return { match: meta.match, kinds, nearMisses: meta.nearMisses?.length }
    }
    expect(await read('?q=copper%20pipe')).toEqual({ match: 'full', kinds: ['text'] })
    // A number that is typed as one is not two words far apart: other CP numbers are not near.
    expect(await read('?q=CP-1003')).toEqual({ match: 'full', kinds: ['identifier'] })
    // No product is a kettle: those of copper stand apart, and are not counted.
    expect(await read('?q=copper%20kettle')).toEqual({ match: 'none', kinds: [], nearMisses: 5 })
    expect((await get('?q=copper%20kettle')).json().meta).toMatchObject({ total: 0 })
    expect(await read('?q=copper%20kettle&sort=name')).toEqual({ match: 'none', kinds: [] })
    expect(await read('?q=white%20copper%20bolt')).toEqual({ match: 'partial', kinds: ['near'] })
    expect(await read('?q=xyzzyplugh')).toEqual({ match: 'none', kinds: [] })
    expect(await read('')).toEqual({ match: undefined, kinds: [undefined] })
  })

  it('returns a page in the envelope, with facets and the time it took', async () => {
    const answer = await get('?q=copper%20pipe&limit=2')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      data: [{ brand: 'Boltworks', match: { kind: 'text' } }, {}],
      meta: {
        limit: 2,
        nextCursor: expect.any(String),
        total: 5,
        totalIsLowerBound: false,
        currency: 'EUR',
        tookMs: expect.any(Number),
        facets: { brand: [{ value: 'Boltworks', count: 5, selected: false }] },
      },
    })
    expect(answer.json().data[0].price.list).toEqual({ amount: '0.012345', currency: 'EUR' })
  })

  it('returns all pages by cursor, and refuses the cursor of another query', async () => {
    const ids = new Set<string>()
    let cursor = ''
    do {
      const { data, meta } = (await get(`?q=copper&limit=2${cursor}`)).json()
      for (const { id } of data) ids.add(id)
      cursor = meta.nextCursor ? `&cursor=${meta.nextCursor}` : ''
    } while (cursor)
    expect(ids.size).toBe(5)

    const { meta } = (await get('?q=copper&limit=2')).json()
    for (const query of ['?q=pipe', '?q=copper&brand=Boltworks', '?q=copper&sort=name']) {
      const other = await get(`${query}&cursor=${meta.nextCursor}`)
      expect(other.statusCode).toBe(400)
      expect(other.json().meta.code).toBe('platform.cursor_invalid')
    }
    expect((await get('?q=copper&cursor=forged')).statusCode).toBe(400)
  })

  it.each([
    ['?minPrice=-1', 'catalog.price_range_invalid'],
    ['?minPrice=NaN', 'catalog.price_range_invalid'],
    ['?maxPrice=', 'catalog.price_range_invalid'],
    ['?minPrice=2&maxPrice=1', 'catalog.price_range_invalid'],
    ['?currency=EURO', 'catalog.currency_unknown'],
    ['?country=Germany', 'catalog.country_unknown'],
    ['?limit=0', 'platform.request_invalid'],
    ['?limit=101', 'platform.request_invalid'],
    ['?color=red', 'platform.request_invalid'],
    ['?sort=cheapest', 'platform.request_invalid'],
  ])('%s is refused with %s', async (query, code) => {
    const answer = await get(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, meta: { code } })
  })

  it('refuses a currency without a rate', async () => {
    const answer = await get('?q=copper&maxPrice=5&currency=USD')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().meta.code).toBe('fx.rate_unavailable')
  })

  it.each([
    '%00',
    '%27%3A%2A',
    '%ED%A0%80',
    '%F0%9F%94%8C',
    '%22',
    '%5C',
    '---',
    'a'.repeat(5_000),
  ])('accepts %s as a query', async (q) => {
    expect((await get(`?q=${q}`)).statusCode).toBe(200)
  })

  it('requires the right to read products', async () => {
    expect((await get('?q=copper', 'nobody')).statusCode).toBe(401)
    expect((await get('?q=copper', 'nothing')).statusCode).toBe(403)
  })
})

describe('GET /api/v1/products/{id}', () => {
  it('returns the product with its price and availability', async () => {
    const { id } = await aProduct(database, { onHand: 7, tiers: [[10, '2.25']] })
    expect((await get(`/${id}`)).json()).toMatchObject({
      success: true,
      data: {
        id,
        price: {
          list: { amount: '2.50', currency: 'EUR' },
          tiers: [{ minQuantity: 10, unitPrice: { amount: '2.25', currency: 'EUR' } }],
          unit: 'C62',
          moq: 1,
          multiple: 1,
          minQuantity: 1,
        },
        availability: { status: 'low_stock', available: 7, leadTimeDays: 3 },
        image: {
          url: expect.stringContaining(`/api/v1/images/${id}/none?signature=`),
          placeholder: true,
        },
      },
    })
  })

  it.each(['prd_00000000000000000000000000', 'x', 'prd_', '%27'])(
    'answers 404 for %s',
    async (id) => {
      const answer = await get(`/${id}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().meta.code).toBe('catalog.product_not_found')
    },
  )

  it('shows the first picture, and no brand when there is none, in the facets either', async () => {
    const imageUrls = ['https://example.com/one.jpg', 'https://example.com/two.jpg']
    const { id } = await aProduct(database, { name: 'Nameless grommet', brand: '', imageUrls })

    expect((await get(`/${id}`)).json().data).toMatchObject({
      brand: null,
      image: {
        url: expect.stringMatching(`/api/v1/images/${id}/s[0-9a-f]{16}[?]signature=`),
        placeholder: false,
      },
    })
    const found = (await get('?q=nameless%20grommet&brand=')).json()
    expect(found.data).toMatchObject([{ id, brand: null }])
    expect(found.meta.facets.brand).toEqual([])
  })
})

function get(url: string, key = 'buyer') {
  return http.inject({
    method: 'GET',
    url: `/api/v1/products${url}`,
    headers: { 'x-api-key': key },
  })
}
