import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, stockOf } from '#testing/catalog'

const database = await useDatabase({ poolMax: 20 })
const catalog = aCatalog({ database })

describe('reserving stock', () => {
  it('reserves all lines', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const nut = await aProduct(database, { onHand: 5 })

    const shortages = await reserve([
      { productId: bolt.id, quantity: 4000n },
      { productId: nut.id, quantity: 5000n },
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
      { productId: plenty.id, quantity: 1000n },
      { productId: short.id, quantity: 2000n },
      { productId: gone, quantity: 1000n },
    ])

    expect(new Set(shortages)).toEqual(
      new Set([
        { productId: short.id, requested: 2_000n, available: 1_000n },
        { productId: gone, requested: 1_000n, available: 0n },
      ]),
    )
    expect(await stockOf(database, plenty.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })

  it('adds up several lines of one product', async () => {
    const bolt = await aProduct(database, { onHand: 5 })
    const twice = [
      { productId: bolt.id, quantity: 3000n },
      { productId: bolt.id, quantity: 3000n },
    ]
    expect(await reserve(twice)).toEqual([
      { productId: bolt.id, requested: 6_000n, available: 5_000n },
    ])
  })

  it('sells ten pieces to ten of forty simultaneous buyers', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const buyers = Array.from({ length: 40 }, () =>
      reserve([{ productId: bolt.id, quantity: 1000n }]),
    )

    const answers = await Promise.all(buyers)

    expect(answers.filter((shortages) => shortages.length === 0)).toHaveLength(10)
    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 0, reserved: 10, committed: 0 })
  })

  it('has no deadlock when buyers want the same products in different orders', async () => {
    const products = await Promise.all([1, 2, 3].map(() => aProduct(database, { onHand: 100 })))
    const lines = products.map(({ id }) => ({ productId: id, quantity: 1000n }))
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
    const lines = [{ productId: bolt.id, quantity: 4000n }]
    await reserve(lines)

    await database.transaction((tx) => catalog.commitReserved(tx, lines))

    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 6, reserved: 0, committed: 4 })
  })

  it('is available again without an order', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const lines = [{ productId: bolt.id, quantity: 4000n }]
    await reserve(lines)

    await database.transaction((tx) => catalog.releaseReserved(tx, lines))

    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })

  it('cannot be released or sold twice', async () => {
    const bolt = await aProduct(database, { onHand: 10 })
    const lines = [{ productId: bolt.id, quantity: 4000n }]
    await reserve(lines)
    await database.transaction((tx) => catalog.releaseReserved(tx, lines))

    const again = database.transaction((tx) => catalog.releaseReserved(tx, lines))
    await expect(again).rejects.toThrow(/not reserved/)
    const sold = database.transaction((tx) => catalog.commitReserved(tx, lines))
    await expect(sold).rejects.toThrow(/not reserved/)
    expect(await stockOf(database, bolt.id)).toEqual({ on_hand: 10, reserved: 0, committed: 0 })
  })
})

function reserve(lines: { productId: string; quantity: bigint }[]) {
  return database.transaction((tx) => catalog.reserve(tx, lines))
}
