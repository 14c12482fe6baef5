import { Decimal } from 'decimal.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { decimalOf, unitPrice } from '#kernel/money'
import { convertUnitPrice, viewProduct } from '#modules/products'
import { type Database, sql } from '#platform/db'
import { aPrincipal } from '#testing/actors'
import { aCatalog, aProduct, buyer, type Catalog } from '#testing/catalog'
import { type ARateProvider, anFx, aRateProvider } from '#testing/fx'
import { fc } from '#testing/tools/fc'
import { boundIn } from './ranking/price-scale.ts'
import type { Found } from './search.ts'
import type { SearchInput } from './search-input.ts'
import { viewFound } from './view-found.ts'

const asOf = new Date('2026-01-02T00:00:00Z')
let now = asOf
let database: Database
let provider: ARateProvider
let catalog: Catalog
let fetchRates: () => Promise<unknown>
let releaseRates: () => Promise<void>

beforeEach(async () => {
  now = asOf
  database = await freshDatabase()
  provider = aRateProvider({ USD: '1.1684', JPY: '186.75', GBP: '0.87058' }, asOf)
  const fx = anFx(database, { now: () => now, provider })
  await fx.fetchRates()
  fetchRates = () => fx.fetchRates()
  releaseRates = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from fx.held_rates where state = 'HELD'
    `.execute(database.pool)
    for (const { id } of rows) await fx.releaseRate(aPrincipal('operator'), id)
  }
  catalog = aCatalog({ database, fx, now: () => now })
  return () => database.close()
})

describe('prices in several currencies', () => {
  beforeEach(threeProducts)

  it('are sorted by their converted value', async () => {
    expect(await namesOf({ sort: 'price_asc' })).toEqual(['ten', 'twenty', 'thirty'])
    expect(await namesOf({ sort: 'price_desc', currency: 'GBP' })).toEqual([
      'thirty',
      'twenty',
      'ten',
    ])
  })

  it.each([
    [{ minPrice: '20', maxPrice: '30' }, ['twenty', 'thirty']],
    [{ minPrice: '20.000001' }, ['thirty']],
    [{ maxPrice: '10' }, ['ten']],
    [{ maxPrice: '9.999999' }, []],
    [{ minPrice: '3735', currency: 'JPY' }, ['twenty', 'thirty']],
    [{ minPrice: '11.684', maxPrice: '23.368', currency: 'USD' }, ['ten', 'twenty']],
  ])('are compared with the bounds %j after conversion', async (filter, names) => {
    expect((await namesOf({ ...filter, sort: 'price_asc' })).sort()).toEqual([...names].sort())
  })

  it('are counted in ranges of the requested currency', async () => {
    const { facets, currency } = await search({ currency: 'USD' })
    expect(currency).toBe('USD')
    expect(facets.price).toEqual([
      { from: '10', to: '25', maxPrice: '24.999999', count: 2 },
      { from: '25', to: '50', maxPrice: '49.999999', count: 1 },
    ])
  })

  it('are counted in round ranges of that currency', async () => {
    const { facets } = await search({ currency: 'JPY' })
    expect(facets.price).toEqual([
      { from: '1000', to: '2500', maxPrice: '2499.999999', count: 1 },
      { from: '2500', to: '5000', maxPrice: '4999.999999', count: 1 },
      { from: '5000', to: '10000', maxPrice: '9999.999999', count: 1 },
    ])
  })

  it('are shown in the currency of the company when there is a rate, beside the supplier’s own', async () => {
    const { found, table } = await search({ q: 'ten' })
    const [ten] = found.map((one) => viewFound(one, false, table))
    expect(ten?.price.list).toEqual({ amount: '10.00', currency: 'EUR' })
    expect(ten?.price.supplier?.list.currency).toBe('USD')
    const read = await catalog.readProduct(buyer, ten?.id ?? '')
    expect(viewProduct(read.product, read.table).price.list.currency).toBe('EUR')
    now = new Date('2026-01-09T00:00:00Z')
    const expired = await catalog.readProduct(buyer, ten?.id ?? '')
    expect(viewProduct(expired.product, expired.table).price.list.currency).toBe('USD')
  })

  it('are right in each answer with a product that many searches show, whose view is kept', async () => {
    const views = []
    for (const currency of ['EUR', 'EUR', 'EUR', 'USD', 'GBP', 'GBP', 'EUR', 'EUR', 'EUR']) {
      for (const corrected of [false, true]) {
        const { found, table } = await search({ q: 'ten', currency })
        const [one] = found
        const match = { kind: 'text', ...(corrected && { corrected }) }
        const view = viewFound(one as Found, corrected, table)
        expect(view).toEqual({ ...viewProduct((one as Found).product, table), match })
      }
      const { found, table } = await search({ q: 'ten', currency })
      views.push(...[1, 2, 3].map(() => viewFound(found[0] as Found, false, table)))
    }
    expect(new Set(views).size).toBeLessThan(views.length)
    now = new Date('2026-01-09T00:00:00Z')
    const { found, table } = await search({ q: 'ten', sort: 'name' })
    expect(viewFound(found[0] as Found, false, table).price.list.currency).toBe('USD')
  })

  it('name the rates of their comparison', async () => {
    const { table } = await search({})
    expect(table).toMatchObject({ to: 'EUR', state: 'fresh', asOf })
    now = new Date('2026-01-03T03:00:00Z')
    expect((await search({ sort: 'price_asc' })).table).toMatchObject({ state: 'stale_grace' })
  })

  it('are refused when a rate that they need is missing or expired', async () => {
    const unavailable = { code: 'fx.rate_unavailable', status: 422 }
    await expect(search({ currency: 'CHF' })).rejects.toMatchObject(unavailable)
    await expect(search({ currency: 'XXX' })).rejects.toMatchObject({
      code: 'catalog.currency_unknown',
    })
    now = new Date('2026-01-09T00:00:00Z')
    const expired = { code: 'fx.rates_expired', status: 422 }
    await expect(search({ minPrice: '1' })).rejects.toMatchObject(expired)
    await expect(search({ sort: 'price_desc' })).rejects.toMatchObject(expired)
    // Where they do not matter, only the ranges lack what cannot be compared.
    const { found, facets, table } = await search({ sort: 'name' })
    expect(found).toHaveLength(3)
    expect(facets.price).toEqual([{ from: '10', to: '25', maxPrice: '24.999999', count: 1 }])
    expect(table).toBeUndefined()
  })

  it('are not refused for products outside the search', async () => {
    await aProduct(database, { name: 'won thing', brand: 'Won', unitPrice: '5', currency: 'KPW' })
    expect(await namesOf({ q: 'thirty', minPrice: '1' })).toEqual(['thirty'])
    expect(await namesOf({ q: 'ten', sort: 'price_asc', currency: 'USD' })).toEqual(['ten'])
    const unavailable = { code: 'fx.rate_unavailable', details: { from: 'KPW', to: 'EUR' } }
    for (const asked of [{ q: 'won' }, { brand: ['Won'] }, {}]) {
      const compared = search({ ...asked, sort: 'price_asc' })
      await expect(compared).rejects.toMatchObject(unavailable)
      await expect(search({ ...asked, maxPrice: '1' })).rejects.toMatchObject(unavailable)
    }
    expect(await namesOf({ q: 'won' })).toEqual(['won thing'])
  })

  it('are compared with new rates as soon as they exist', async () => {
    expect(await namesOf({ maxPrice: '10' })).toEqual(['ten'])
    provider.say({ USD: '1.1', JPY: '186.75' }, new Date('2026-01-02T12:00:00Z'))
    now = new Date('2026-01-02T12:07:00Z')
    await fetchRates()
    expect(await namesOf({ maxPrice: '10' })).toEqual([])
  })

  it('keep their order over all pages when rates change in between', async () => {
    const first = await search({ sort: 'price_asc', limit: 1 })
    const [, next] = first.found
    expect(next?.product.name).toBe('twenty')
    // By the new rates the dear one would come first.
    provider.say({ USD: '1.1', JPY: '1867.5' }, new Date('2026-01-02T12:00:00Z'))
    now = new Date('2026-01-02T12:07:00Z')
    await fetchRates()
    await releaseRates()
    const [{ place } = { place: undefined }] = first.found
    expect(place?.rateSetId).toBe(first.table?.rateSetId)
    const rest = await search({ sort: 'price_asc', limit: 5, after: place })
    expect(rest.found.map(({ product }) => product.name)).toEqual(['twenty', 'thirty'])
    expect(rest.table?.rateSetId).toBe(first.table?.rateSetId)
    expect(await namesOf({ sort: 'price_asc' })).toEqual(['thirty', 'ten', 'twenty'])
  })
})

describe('a catalogue of one currency', () => {
  beforeEach(async () => {
    for (const price of ['1', '2', '3']) await aProduct(database, { name: price, unitPrice: price })
  })

  it('needs no rates for that currency', async () => {
    expect(await search({ sort: 'price_asc' })).toMatchObject({ table: undefined, currency: 'EUR' })
  })

  it('is filtered and sorted in any other currency', async () => {
    const filter = { currency: 'USD', minPrice: '2.3368', sort: 'price_desc' as const }
    expect(await namesOf(filter)).toEqual(['3', '2'])
    const [first] = (await search({ ...filter, limit: 1 })).found
    expect(first?.place).toEqual({ key: '3.000000', id: first?.product.id })
  })
})

describe('a displayed price', () => {
  const digits = fc.bigInt({ min: 1n, max: 999_999_999_999n })
  const price = digits.map((value) => new Decimal(value.toString()).div(1_000_000))
  const rate = fc
    .tuple(fc.bigInt({ min: 1n, max: 9_999_999_999n }), fc.integer({ min: -14, max: 2 }))
    .map(([value, exponent]) => new Decimal(value.toString()).times(new Decimal(10).pow(exponent)))

  it('is within bounds of exactly itself, and the next higher and lower prices are not', () => {
    fc.assert(
      fc.property(price, rate, price, (supplierPrice, at, other) => {
        const conversion = {
          rateSetId: 'fxs_1',
          rate: at,
          from: 'USD',
          to: 'EUR',
          asOf: new Date(0),
        }
        const shownOf = (amount: Decimal) =>
          convertUnitPrice(unitPrice(amount, 'USD'), conversion).amount
        const shown = shownOf(supplierPrice)
        expect(supplierPrice.gte(boundIn(at, shown, 'least'))).toBe(true)
        expect(supplierPrice.lte(boundIn(at, shown, 'most'))).toBe(true)
        // Any other price is within the bounds if, and only if, what is shown of it is.
        expect(other.gte(boundIn(at, shown, 'least'))).toBe(shownOf(other).gte(shown))
        expect(other.lte(boundIn(at, shown, 'most'))).toBe(shownOf(other).lte(shown))
      }),
      { numRuns: 2_000 },
    )
  })

  it('equals what the database computes', async () => {
    const { id } = await aProduct(database, { unitPrice: '0.012345' })
    const { product, table } = await catalog.readProduct(buyer, id, 'JPY')
    const conversion = table?.getConversion('EUR')
    const shown = conversion && decimalOf(convertUnitPrice(product.pricing.list, conversion))
    expect(shown).toBe('2.305429')
    expect(await namesOf({ currency: 'JPY', minPrice: '2.305429', maxPrice: '2.305429' })).toEqual([
      product.name,
    ])
  })
})

function search(input: Partial<SearchInput>) {
  return catalog.search(buyer, { limit: 20, ...input })
}

async function namesOf(input: Partial<SearchInput>) {
  return (await search(input)).found.map(({ product }) => product.name)
}

/** In euros 10, 20 and 30; `ten` and `thirty` are sold in other currencies. */
async function threeProducts() {
  await aProduct(database, { name: 'ten', unitPrice: '11.684', currency: 'USD' })
  await aProduct(database, { name: 'twenty', unitPrice: '20' })
  await aProduct(database, { name: 'thirty', unitPrice: '5602.5', currency: 'JPY' })
}
