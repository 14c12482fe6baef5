import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { numberOf, quantityOf } from '#kernel/quantity'
import { aContract, anActor, aPriceList, useAgreements } from '#testing/agreements'
import { aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { viewProduct } from '../schemas.ts'

const database = await useDatabase()
const start = new Date('2026-01-02T00:00:00Z')
const now = () => start
const world = useAgreements({ database, fx: anFx(database, { now }), now })

/** Sold from 12 metres on: no smaller multiple of 4 reaches the minimum. */
const rope = await aProduct(database, {
  name: 'Hemp rope',
  unit: 'MTR',
  unitPrice: '5',
  moq: 10,
  multiple: 4,
  tiers: [
    [2, '4.5'],
    [12, '4'],
    [50, '3'],
  ],
})

describe('the price at the smallest quantity for sale', () => {
  it('is the first price, and only tiers above it are shown', async () => {
    const { price } = viewProduct((await readRope(anActor('buyer'))).product, undefined)
    expect(price).toMatchObject({
      list: { amount: '4.00' },
      tiers: [{ minQuantity: 50, unitPrice: { amount: '3.00' } }],
      moq: 10,
      multiple: 4,
      minQuantity: 12,
    })
  })

  it('is that of three decimals, where the unit is divisible', async () => {
    const cable = { unit: 'MTR', unitPrice: '2', moq: 0.001, multiple: 0.001 }
    const { id } = await aProduct(database, { ...cable, tiers: [[0.5, '1.5']] })
    const { product } = await world.catalog.readProduct(anActor('buyer'), id)
    const { price } = viewProduct(product, undefined)
    expect(price).toMatchObject({ minQuantity: 0.001, list: { amount: '2.00' } })
    expect(price.tiers.map(({ minQuantity }) => minQuantity)).toEqual([0.5])
  })

  it('is agreed in the same way: by an entry of a price list with its own tiers, and by a discount', async () => {
    const byEntry = await anAgreement({
      entries: [
        { minQuantity: 0.5, unitPrice: '4.9' },
        { minQuantity: 11, unitPrice: '3.2' },
        { minQuantity: 60, unitPrice: '2' },
      ],
    })
    const { pricing } = (await readRope(byEntry)).product
    expect(pricing.list.amount.toFixed()).toBe('3.2')
    expect(pricing.agreed?.listPrice.amount.toFixed()).toBe('4')
    expect(pricing.tiers.map(({ minQuantity }) => numberOf(minQuantity))).toEqual([60])

    const byDiscount = await anAgreement({ percent: '10' })
    const reduced = (await readRope(byDiscount)).product.pricing
    const paid = [reduced.list, ...reduced.tiers.map(({ unitPrice }) => unitPrice)]
    expect(paid.map(({ amount }) => amount.toFixed())).toEqual(['3.6', '2.7'])
  })

  it('decides what searches by price find, also after the tiers or the minimum have changed', async () => {
    const buyer = anActor('buyer')
    const agreed = await anAgreement({ entries: [{ minQuantity: 11, unitPrice: '3.2' }] })
    expect(await pricesThatFind(buyer)).toEqual(['4'])
    expect(await pricesThatFind(agreed)).toEqual(['3.2'])
    expect(await pricesThatFind(await anAgreement({ percent: '10' }))).toEqual(['3.6'])
    await change({ moq: quantityOf(50) })
    expect(await pricesThatFind(buyer)).toEqual(['3'])
    await change({ moq: quantityOf(1) })
    expect(await pricesThatFind(buyer)).toEqual(['4.5'])
    expect(await pricesThatFind(agreed)).toEqual(['5'])
  })
})

const readRope = (buyer: Actor) => world.catalog.readProduct(buyer, rope.id)

type Tier = { readonly minQuantity: number; readonly unitPrice: string }

/** A buyer with a price list: an entry of the rope at 5.00 with these tiers, or a discount on everything. */
async function anAgreement(of: { entries?: readonly Tier[]; percent?: string }): Promise<Actor> {
  const buyer = anActor('buyer')
  const entries = of.entries && [{ productId: rope.id, unitPrice: '5', tiers: [...of.entries] }]
  const discounts = of.percent ? [{ by: 'all' as const, value: '', percent: of.percent }] : []
  await aContract(world, buyer, [await aPriceList(world, entries ?? [], { discounts })])
  return buyer
}

/** The prices that are both the lowest and the highest with which the buyer finds the rope. */
async function pricesThatFind(buyer: Actor): Promise<string[]> {
  const found: string[] = []
  for (const price of ['3', '3.2', '3.6', '4', '4.5', '5']) {
    const search = { q: 'rope', limit: 5, minPrice: price, maxPrice: price }
    if ((await world.catalog.search(buyer, search)).total > 0) found.push(price)
  }
  return found
}

const change = (changes: object) =>
  database.transaction((tx) => world.catalog.changeProduct(tx, rope.id, changes))
