import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { numberOf, quantityOf, sumOfQuantities } from '#kernel/quantity'
import { sql } from '#platform/db'
import { anActor, seller, useAgreements } from '#testing/agreements'
import { type AProduct, aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { readList } from '#testing/lists'
import { fc } from '#testing/tools/fc'
import { divideStock } from './divide-stock.ts'
import { locationList } from './location-list.ts'
import { createStockLocations } from './service.ts'

const now = new Date('2026-01-02T00:00:00Z')
const buyer = anActor('buyer')
const otherSeller = anActor('company_admin', 'co_00000000000000000000000601')
const database = await useDatabase({ poolMax: 20 })
const world = useAgreements({ database, fx: anFx(database), now: () => now })
const locations = createStockLocations({
  database,
  now: () => now,
  findCompany: async () => ({ name: 'Boltworks', supplier: true }),
})
const near = await aLocation('Rotterdam', 'NL', 1)
const far = await aLocation('Chicago', 'US', 2)

it('a supplier has a limited number of locations, also when they are created at once', async () => {
  const another = anActor('company_admin', 'co_00000000000000000000000602')
  const attempts = Array.from({ length: 60 }, (_, at) =>
    locations.create(another, { name: `Depot ${at}`, country: 'NL' }),
  )
  const outcomes = await Promise.allSettled(attempts)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 10 }, () => 'catalog.stock_locations_too_many'))
})

describe('stock by location', () => {
  it('is shown with the product: where, how many and how soon', async () => {
    const bolt = await aProduct(database, { onHand: 7 })
    expect((await availabilityOf(bolt)).locations).toBeUndefined()

    await count(far, bolt, 30)
    await count(near, bolt, 10)

    expect(await availabilityOf(bolt)).toEqual({
      status: 'in_stock',
      available: 40,
      leadTimeDays: 3,
      locations: [
        { name: 'Rotterdam', country: 'NL', available: 10, leadTimeDays: 1 },
        { name: 'Chicago', country: 'US', available: 30, leadTimeDays: 3 },
      ],
    })
  })

  it('falls with reservations in the order of the locations, and rises with releases', async () => {
    const bolt = await aProduct(database)
    await count(near, bolt, 10)
    await count(far, bolt, 30)
    expect(await reserve(bolt, 12)).toEqual([])
    expect(await spread(bolt)).toEqual([28, 0, 28])
    await database.transaction((tx) =>
      world.catalog.releaseReserved(tx, [{ productId: bolt.id, quantity: 12_000n }]),
    )
    expect(await spread(bolt)).toEqual([40, 10, 30])
  })

  it('keeps what was sold elsewhere when one location is counted again', async () => {
    const bolt = await aProduct(database)
    await count(near, bolt, 10)
    await count(far, bolt, 30)
    await reserve(bolt, 12)
    await count(near, bolt, 5)
    expect(await spread(bolt)).toEqual([33, 5, 28])
    await count(far, bolt, null)
    expect(await spread(bolt)).toEqual([5, 5])
    const [here] = await locations.listStock(seller, near, { after: undefined, limit: 200 })
    expect(here).toBeDefined()
  })

  it('adds up to a total that was counted another way', async () => {
    const bolt = await aProduct(database)
    await count(near, bolt, 10)
    await count(far, bolt, 30)
    for (const onHand of [100, 25.5, 0]) {
      const counted = { onHand: quantityOf(onHand) }
      await database.transaction((tx) => world.catalog.changeProduct(tx, bolt.id, counted))
      const [available, ...parts] = await spread(bolt)
      expect(available).toBe(onHand)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(onHand)
    }
  })

  it('publishes one event for the total, and none when the total stays', async () => {
    const bolt = await aProduct(database, { onHand: 4 })
    await count(near, bolt, 4)
    await count(near, bolt, 9)
    const { rows } = await sql<{ data: unknown; version: number }>`
      select data, entity_version as version from platform.events
      where company_id = ${bolt.supplierCompanyId} and entity_id = ${bolt.id} and type = 'product.stock_changed'
    `.execute(database.pool)
    expect(rows).toMatchObject([{ data: { before: 4, available: 9 }, version: 3 }])
  })

  it('is stored whole or not at all, each product once, for its own supplier', async () => {
    const bolt = await aProduct(database, { onHand: 4 })
    const foreign = await aProduct(database, { supplierCompanyId: otherSeller.companyId })
    const entries = [
      { sku: bolt.sku, available: 1 },
      { productId: bolt.id, available: 2 },
      { productId: foreign.id, available: 3 },
      { available: 4 },
    ]
    await expect(locations.countStock(seller, near, entries)).rejects.toMatchObject({
      code: 'catalog.stock_counts_invalid',
      details: {
        entries: [
          { place: 1, reason: 'product_twice' },
          { place: 2, reason: 'product_unknown' },
          { place: 3, reason: 'product_id_or_sku' },
        ],
      },
    })
    expect(await spread(bolt)).toEqual([4])
  })
})

describe('a location', () => {
  it('belongs to its supplier and does not exist for others', async () => {
    const strange = { code: 'catalog.stock_location_not_found' }
    const bolt = await aProduct(database, { supplierCompanyId: otherSeller.companyId })
    await expect(locations.get(otherSeller, near)).rejects.toMatchObject(strange)
    await expect(locations.change(otherSeller, near, { position: 9 })).rejects.toMatchObject(
      strange,
    )
    await expect(locations.remove(otherSeller, near)).rejects.toMatchObject(strange)
    await expect(
      locations.countStock(otherSeller, near, [{ productId: bolt.id, available: 1 }]),
    ).rejects.toMatchObject(strange)
    expect(await readList(database, locationList, otherSeller)).toEqual([])
  })

  it('is removed only when nothing is counted there', async () => {
    const bolt = await aProduct(database)
    const shed = await aLocation('Shed', 'DE')
    await count(near, bolt, 1)
    await count(shed, bolt, 2)
    const inUse = { code: 'catalog.stock_location_in_use' }
    await expect(locations.remove(seller, shed)).rejects.toMatchObject(inUse)
    await count(shed, bolt, 0)
    await locations.remove(seller, shed)
    expect(await spread(bolt)).toEqual([1, 1])
  })

  it('has a unique name and an existing country', async () => {
    const taken = { code: 'catalog.stock_location_name_taken' }
    const unknown = { code: 'catalog.country_unknown' }
    await expect(aLocation('Rotterdam', 'NL')).rejects.toMatchObject(taken)
    await expect(aLocation('Nowhere', 'XX')).rejects.toMatchObject(unknown)
  })
})

describe('simultaneous requests', () => {
  it('sell the last piece once, whichever location has it', async () => {
    const bolt = await aProduct(database)
    await count(near, bolt, 0)
    await count(far, bolt, 1)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reserve(bolt, 1)))
    expect(outcomes.filter((shortages) => shortages.length === 0)).toHaveLength(1)
    expect(await spread(bolt)).toEqual([0, 0, 0])
  })

  it('never see parts that do not add up, and lose no piece', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('buy' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
      fc.record({
        kind: fc.constantFrom('near' as const, 'far' as const),
        quantity: fc.integer({ min: 0, max: 40 }),
      }),
      fc.record({ kind: fc.constant('total' as const), quantity: fc.integer({ min: 0, max: 90 }) }),
      fc.record({ kind: fc.constant('look' as const), quantity: fc.constant(0) }),
    )
    const story = fc.array(act, { minLength: 8, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(story, async (acts) => {
        const bolt = await aProduct(database)
        await count(near, bolt, 20)
        await count(far, bolt, 20)
        let reserved = 0
        await Promise.all(
          acts.map(async ({ kind, quantity }) => {
            if (kind === 'near') await count(near, bolt, quantity)
            if (kind === 'far') await count(far, bolt, quantity)
            if (kind === 'buy' && (await reserve(bolt, quantity)).length === 0) reserved += quantity
            if (kind === 'total') {
              await database.transaction((tx) =>
                world.catalog.changeProduct(tx, bolt.id, { onHand: quantityOf(quantity) }),
              )
            }
            const [available = 0, ...parts] = await spread(bolt)
            expect(parts).toHaveLength(2)
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(available)
          }),
        )
        const { rows } = await sql<{ reserved: number }>`
          select reserved / 1000 as reserved from products.stock where product_id = ${bolt.id}
        `.execute(database.pool)
        expect(rows[0]?.reserved).toBe(reserved)
      }),
      { numRuns: 5 },
    )
  })

  it('divide any stock into parts that are never negative and add up to the total', () => {
    const counts = fc.array(fc.record({ counted: fc.bigInt({ min: 0n, max: 1_000n }) }), {
      minLength: 1,
      maxLength: 50,
    })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 60_000n }), counts, (onHand, counted) => {
        const parts = divideStock(onHand, counted).map(({ available }) => available)
        expect(parts.every((part) => part >= 0n)).toBe(true)
        expect(sumOfQuantities(parts)).toBe(onHand)
      }),
    )
  })
})

async function aLocation(name: string, country: string, position?: number): Promise<string> {
  const leadTimeDays = country === 'NL' ? 1 : undefined
  return (await locations.create(seller, { name, country, position, leadTimeDays })).id
}

function count(locationId: string, { id }: AProduct, available: number | null) {
  return locations.countStock(seller, locationId, [{ productId: id, available }])
}

async function availabilityOf({ id }: AProduct) {
  const { product } = await world.catalog.readProduct(buyer, id)
  const { available, locations, ...rest } = product.availability
  const parts = locations?.map((one) => ({ ...one, available: numberOf(one.available) }))
  return { ...rest, available: numberOf(available), ...(parts && { locations: parts }) }
}

function reserve({ id }: AProduct, quantity: number) {
  return database.transaction((tx) =>
    world.catalog.reserve(tx, [{ productId: id, quantity: quantityOf(quantity) }]),
  )
}

async function spread(product: AProduct) {
  const { available, locations: parts = [] } = await availabilityOf(product)
  return [available, ...parts.map((part) => part.available)]
}
