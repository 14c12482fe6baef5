import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase, useDatabase } from '#harness'
import { aCatalog, aProduct, stockOf } from '#testing/catalog'
import { takeStock } from './stock-store.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase({ poolMax: 20 })
const catalog = aCatalog({ database })

describe('reserving stock', () => {
  it('reserves all lines', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const nut = await aProduct(database, { onHand: 5 })

    const shortages = await reserve([
      { productId: bolt.id, quantity: 4 },
      { productId: nut.id, quantity: 5 },
    ])

    expect(shortages).toEqual([])
    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 6, reserved: 4, committed: 0 })
    expect(await stockOf(database, nut.id)).toEqual({ on_hand: 0, reserved: 5, committed: 0 })
  })

  it('changes nothing and names every short line', async () => {
    const plenty = await aProduct(database, { onHand: 10 })
    const short = await aProduct(database, { onHand: 1 })
    const gone = 'prd_00000000000000000000000000'

    const shortages = await reserve([
      { productId: plenty.id, quantity: 1 },
      { productId: short.id, quantity: 2 },
      { productId: gone, quantity: 1 },
    ])

    expect(new Set(shortages)).toEqual(
      new Set([
        { productId: short.id, requested: 2, available: 1 },
        { productId: gone, requested: 1, available: 0 },
      ]),
    )
    expect(await stockOf(database, plenty.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })

  it('adds up several lines of one product', async () => {
    const bolt = await aProduct(database, { onHand: 5 })
    const twice = [
      { productId: bolt.id, quantity: 3 },
      { productId: bolt.id, quantity: 3 },
    ]
    expect(await reserve(twice)).toEqual([{ productId: bolt.id, requested: 6, available: 5 }])
  })

  it('sells ten pieces to ten of forty simultaneous buyers', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const buyers = Array.from({ length: 40 }, () => reserve([{ productId: bolt.id, quantity: 1 }]))

    const answers = await Promise.all(buyers)

    expect(answers.filter((shortages) => shortages.length === 0)).toHaveLength(10)
    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 0, reserved: 10, committed: 0 })
  })

  it('has no deadlock when buyers want the same products in different orders', async () => {
    const products = await Promise.all([1, 2, 3].map(() => aProduct(database, { onHand: 100 })))
    const lines = products.map(({ id }) => ({ productId: id, quantity: 1 }))
    const rounds = Array.from({ length: 30 }, (_, at) =>
      reserve(at % 2 === 0 ? lines : lines.toReversed()),
    )

    expect((await Promise.all(rounds)).flat()).toEqual([])
    for (const { id } of products) {
      expect(await stockOf(database, id)).toEqual({ on_hand: 70, reserved: 30, committed: 0 })
    }
  })
})

describe('reserved stock', () => {
  it('is sold when the order is placed', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const lines = [{ productId: bolt.id, quantity: 4 }]
    await reserve(lines)

    await database.transaction((tx) => catalog.commitReserved(tx, lines))

    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 6, reserved: 0, committed: 4 })
  })

  it('is written and sold after the next release has widened the column', async () => {
    const next = await freshDatabase()
    await sql`alter table products.stock alter column committed type bigint`.execute(next.pool)
    const screw = await aProduct(next, { onHand: 10 })
    await sql`
      update products.stock set committed = 2147483647 where product_id = ${screw.id}
    `.execute(next.pool)
    const lines = [{ productId: screw.id, quantity: 4 }]
    await next.transaction((tx) => takeStock(tx, lines, 'committed', now))
    const { rows } = await sql<{ committed: number }>`
      select committed from products.stock where product_id = ${screw.id}
    `.execute(next.pool)
    expect(rows).toEqual([{ committed: 2_147_483_651 }])
    await next.close()
  })

  it('is available again without an order', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const lines = [{ productId: bolt.id, quantity: 4 }]
    await reserve(lines)

    await database.transaction((tx) => catalog.releaseReserved(tx, lines))

    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })

  it('cannot be released or sold twice', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const lines = [{ productId: bolt.id, quantity: 4 }]
    await reserve(lines)
    await database.transaction((tx) => catalog.releaseReserved(tx, lines))

    const again = database.transaction((tx) => catalog.releaseReserved(tx, lines))
    await expect(again).rejects.toThrow(/not reserved/)
    const sold = database.transaction((tx) => catalog.commitReserved(tx, lines))
    await expect(sold).rejects.toThrow(/not reserved/)
    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })
})

function reserve(lines: { productId: string; quantity: number }[]) {
  return database.transaction((tx) => catalog.reserve(tx, lines))
}
