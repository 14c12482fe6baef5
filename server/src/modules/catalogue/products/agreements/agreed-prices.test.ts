import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { oneUnit } from '#kernel/quantity'
import { aContract, anActor, aPriceList, seller, useAgreements } from '#testing/agreements'
import { type AProduct, aProduct } from '#testing/catalog'
import { anFx, aRateProvider } from '#testing/fx'
import { priceEverywhere } from './price-everywhere.fixture.ts'

const start = new Date('2026-01-02T00:00:00Z')
const otherSupplier = 'co_00000000000000000000000600'
let now = start
const database = await useDatabase()
const provider = aRateProvider({ USD: '1.25' }, start)
const fx = anFx(database, { now: () => now, provider })
await fx.fetchRates()
const world = useAgreements({ database, fx, now: () => now })
const bolt = await aProduct(database, {
  name: 'Copper bolt',
  mpn: 'CB-1000',
  unitPrice: '10',
  tiers: [[10, '9']],
})
const nut = await aProduct(database, { name: 'Copper nut', brand: 'Nutworks', unitPrice: '20' })
const foreign = await aProduct(database, {
  name: 'Copper washer',
  unitPrice: '30',
  supplierCompanyId: otherSupplier,
})
beforeEach(() => {
  now = start
})

describe('the price of a company', () => {
  it('is the list price without an agreement', async () => {
    const buyer = anActor('buyer')
    expect(await priceOf(buyer, bolt)).toBe('10.00')
    expect(await priceOf(buyer, bolt, 10)).toBe('9.00')
    const { product } = await world.catalog.readProduct(buyer, bolt.id)
    expect(product.pricing.agreed).toBeUndefined()
  })

  it('is the contract’s price with its own tiers, on every surface and for nobody else', async () => {
    const buyer = anActor('buyer')
    const tiers = [{ minQuantity: 5, unitPrice: '7.5' }]
    const list = await aPriceList(world, [{ productId: bolt.id, unitPrice: '8', tiers }])
    const contract = await aContract(world, buyer, [list])

    expect(await priceOf(buyer, bolt)).toBe('8.00')
    expect(await priceOf(buyer, bolt, 5)).toBe('7.50')
    expect(await priceOf(buyer, bolt, 10)).toBe('7.50')
    expect(await priceOf(buyer, nut)).toBe('20.00')
    expect(await priceOf(anActor('buyer'), bolt)).toBe('10.00')
    const { product } = await world.catalog.readProduct(buyer, bolt.id)
    expect(product.pricing.agreed).toMatchObject({
      priceListId: list,
      contract: { id: contract.id, reference: contract.reference },
    })
  })

  it('is the first agreed price, not the lowest', async () => {
    const buyer = anActor('buyer')
    const first = await aPriceList(world, [{ productId: bolt.id, unitPrice: '12' }])
    const second = await aPriceList(world, [
      { productId: bolt.id, unitPrice: '5' },
      { productId: nut.id, unitPrice: '15' },
    ])
    await aPriceList(world, [{ productId: nut.id, unitPrice: '1' }], {
      companyIds: [buyer.companyId],
    })
    await aContract(world, buyer, [first, second])

    expect(await priceOf(buyer, bolt)).toBe('12.00')
    expect(await priceOf(buyer, nut)).toBe('15.00')
  })

  it('comes from a price list that names the company when no contract has one, the latest to begin first', async () => {
    const buyer = anActor('buyer')
    const companyIds = [buyer.companyId]
    await aPriceList(world, [{ productId: bolt.id, unitPrice: '9' }], { companyIds })
    const promotion = { companyIds, validFrom: at('2026-01-01T12:00:00Z') }
    await aPriceList(world, [{ productId: bolt.id, unitPrice: '8.5' }], promotion)
    await aPriceList(world, [{ productId: bolt.id, unitPrice: '8.8' }], { companyIds })

    expect(await priceOf(buyer, bolt)).toBe('8.50')
  })

  it('is valid from the first instant of its period until just before its end', async () => {
    const buyer = anActor('buyer')
    const from = at('2026-01-02T06:00:00Z')
    const until = at('2026-01-02T07:00:00Z')
    const list = await aPriceList(world, [{ productId: bolt.id, unitPrice: '6' }])
    await aContract(world, buyer, [list], { validFrom: from, validUntil: until })

    const seen: (string | undefined)[] = []
    for (const instant of [
      from.getTime() - 1,
      from.getTime(),
      until.getTime() - 1,
      until.getTime(),
    ]) {
      now = new Date(instant)
      seen.push(await priceOf(buyer, bolt))
    }
    expect(seen).toEqual(['10.00', '6.00', '6.00', '10.00'])
  })

  it('is quoted no longer than it is valid', async () => {
    const buyer = anActor('buyer')
    const validUntil = at('2026-01-02T00:00:20Z')
    const list = await aPriceList(world, [{ productId: bolt.id, unitPrice: '6' }])
    await aContract(world, buyer, [list], { validUntil })
    const items = [{ productId: bolt.id, quantity: oneUnit }]
    const { quoted } = await world.quotes.request(buyer, { items })
    expect(quoted[0]?.quote?.expiresAt).toEqual(validUntil)
  })

  it('changes with its price list at once, in quotes too', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [{ productId: bolt.id, unitPrice: '8' }])
    const contract = await aContract(world, buyer, [list])
    expect(await priceOf(buyer, bolt)).toBe('8.00')

    await world.agreements.putEntries(seller, list, [{ sku: bolt.sku, unitPrice: '7.654321' }])
    expect(await priceOf(buyer, bolt)).toBe('7.654321')

    await world.agreements.putEntries(seller, list, [{ sku: bolt.sku, unitPrice: null }])
    expect(await priceOf(buyer, bolt)).toBe('10.00')

    await world.agreements.putEntries(seller, list, [{ sku: bolt.sku, unitPrice: '8' }])
    await world.agreements.changeContract(seller, contract.id, { state: 'ENDED' })
    expect(await priceOf(buyer, bolt)).toBe('10.00')
  })

  it('is reduced by the most specific discount, and never for another supplier’s products', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [], {
      discounts: [
        { by: 'all', value: '', percent: '10' },
        { by: 'brand', value: 'Nutworks', percent: '33.33' },
      ],
    })
    await aContract(world, buyer, [list])
    expect(await priceOf(buyer, bolt)).toBe('9.00')
    expect(await priceOf(buyer, bolt, 10)).toBe('8.10')
    expect(await priceOf(buyer, nut)).toBe('13.334')
    expect(await priceOf(buyer, foreign)).toBe('30.00')

    await world.agreements.changePriceList(seller, list, {
      discounts: [
        { by: 'brand', value: 'nutWORKS', percent: '50' },
        { by: 'category', value: 'cat_bolts', percent: '20' },
      ],
    })
    expect(await priceOf(buyer, nut)).toBe('16.00')
    await world.agreements.putEntries(seller, list, [{ productId: nut.id, unitPrice: '19' }])
    expect(await priceOf(buyer, nut)).toBe('19.00')
  })
})

describe('a search of a company with agreed prices', () => {
  const buyer = anActor('buyer')

  beforeAll(async () => {
    const dollars = await aPriceList(world, [{ productId: nut.id, unitPrice: '5' }], {
      currency: 'USD',
    })
    const euros = await aPriceList(world, [{ productId: bolt.id, unitPrice: '50' }])
    await aContract(world, buyer, [dollars, euros])
  })

  const namesOf = async (input: object) =>
    (await world.catalog.search(buyer, { q: 'copper', limit: 20, ...input })).found.map(
      ({ product }) => product.name,
    )

  it('is sorted by what the company pays, in the requested currency', async () => {
    const rising = ['Copper nut', 'Copper washer', 'Copper bolt']
    expect(await namesOf({ sort: 'price_asc' })).toEqual(rising)
    expect(await namesOf({ sort: 'price_asc', currency: 'USD', q: undefined })).toEqual(rising)
    expect(await namesOf({ sort: 'price_desc' })).toEqual([...rising].reverse())
  })

  it.each([
    [{ maxPrice: '4' }, ['Copper nut']],
    [{ maxPrice: '3.999999' }, []],
    [{ minPrice: '50' }, ['Copper bolt']],
    [{ minPrice: '5', maxPrice: '5', currency: 'USD' }, ['Copper nut']],
    [{ minPrice: '62.5', currency: 'USD' }, ['Copper bolt']],
  ])('keeps %j', async (input, names) => {
    expect(await namesOf(input)).toEqual(names)
    expect(await namesOf({ ...input, q: undefined })).toEqual(names)
  })

  it('counts its price ranges by what the company pays', async () => {
    const { facets } = await world.catalog.search(buyer, { q: 'copper', limit: 1 })
    expect(facets.price).toEqual([
      { from: '1', to: '5', maxPrice: '4.999999', count: 1 },
      { from: '25', to: '50', maxPrice: '49.999999', count: 1 },
      { from: '50', to: '100', maxPrice: '99.999999', count: 1 },
    ])
  })

  it('is refused when it finds agreed prices without a rate, and nowhere else', async () => {
    const other = anActor('buyer')
    const list = await aPriceList(world, [{ productId: nut.id, unitPrice: '5' }], {
      currency: 'KPW',
    })
    await aContract(world, other, [list])
    const search = (q: string, sort?: 'price_asc') =>
      world.catalog.search(other, { q, sort, limit: 5 })
    expect((await search('bolt', 'price_asc')).total).toBe(1)
    const unavailable = { code: 'fx.rate_unavailable' }
    await expect(search('copper', 'price_asc')).rejects.toMatchObject(unavailable)
    expect((await search('nut')).facets.price).toEqual([])
  })

  it('returns all pages in order of price', async () => {
    const seen: string[] = []
    let after: { key: string; id: string } | undefined
    for (let page = 0; page < 3; page += 1) {
      const { found } = await world.catalog.search(buyer, { sort: 'price_asc', limit: 1, after })
      after = found[0]?.place
      seen.push(found[0]?.product.name ?? '')
    }
    expect(seen).toEqual(['Copper nut', 'Copper washer', 'Copper bolt'])
  })
})

function at(text: string) {
  return new Date(text)
}

function priceOf(buyer: Actor, product: AProduct, quantity = 1) {
  return priceEverywhere(world, database, buyer, product, quantity)
}
