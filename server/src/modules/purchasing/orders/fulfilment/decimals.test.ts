import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { type Quantity, quantityOf } from '#kernel/quantity'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  usedCredit,
} from './fulfilment.fixture.ts'
import { viewOrderProgress } from './fulfilment-schemas.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

beforeEach(() => {
  world = aFulfilmentWorld(database)
})

describe('a line of 2.5 metres', () => {
  beforeEach(() => place({ quantity: 2.5, unit: 'MTR', unitPrice: '0.99' }))

  it('ships, arrives and goes back in any parts, with exact sums', async () => {
    const { fulfilment } = world
    expect(await usedCredit(world, order.buyer.companyId)).toBe(248n)
    await fulfilment.ship(supplier, step(of(0.75)))
    await fulfilment.cancel(order.buyer, step(of(0.5)))
    const shipped = await fulfilment.ship(supplier, step())
    for (const { id: shipmentId, lines } of shipped.shipments) {
      const isFirst = lines[0]?.quantity === 750n
      const noted = { lineNumber: 1, damaged: 125n, missing: 250n }
      const lost = { shipmentId, ...(isFirst && { lines: [noted] }) }
      await fulfilment.noteDelivery(order.buyer, { ...step(), ...lost })
    }
    await giveBack(0.4, 'DAMAGED')
    await giveBack(0.25, 'MISSING')

    const seen = await fulfilment.getSupplied(supplier, order.id)
    const { lines, shipments } = viewOrderProgress(seen)
    expect(lines).toMatchObject([
      {
        quantity: 2.5,
        cancelledQuantity: 0.5,
        shippedQuantity: 2,
        deliveredQuantity: 1.75,
        missingQuantity: 0.25,
        returnedQuantity: 0.4,
        claimedQuantity: 0.25,
      },
    ])
    expect(shipments.flatMap((shipment) => shipment.lines)).toContainEqual({
      lineNumber: 1,
      quantity: 0.75,
      damaged: 0.125,
      missing: 0.25,
    })
    // 1.35 of 2.5 metres stay: the parts that went back are rounded by themselves, and add up.
    expect(await usedCredit(world, order.buyer.companyId)).toBe(134n)
    // The missing goods are gone.
    const [product] = order.products
    const stock = await stockOf(database, product?.id ?? '')
    expect(stock).toMatchObject({ on_hand: 98.4, reserved: 0, committed: 1.6 })
    expect(await quantitiesOf('order.shipped')).toEqual([0.75, 1.25])
    expect(await quantitiesOf('order.cancelled')).toEqual([0.5])
    expect(await quantitiesOf('order.returned')).toEqual([0.25, 0.4])
  })

  it('has less open than one metre', async () => {
    await world.fulfilment.ship(supplier, step(of(2)))
    const accepted = { lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-16' } as const
    const answered = await world.fulfilment.answer(supplier, { ...step(), lines: [accepted] })
    expect(answered.lines[0]?.progress.promisedDate).toBe('2026-01-16')
    const wish = { lineNumber: 1, quantity: 2001n }
    const input = { ...step(), lines: [wish], reason: 'We need less.' }
    await world.fulfilment.requestChange(order.buyer, input)
    const [request] = await world.fulfilment.listChangeRequests(order.buyer, order.id, { limit: 1 })
    expect(request?.lines).toEqual([
      { lineNumber: 1, quantityBefore: 2500n, quantity: 2001n, promisedDate: '2026-01-16' },
    ])
  })

  it('refuses a thousandth more than is open', async () => {
    await expect(world.fulfilment.ship(supplier, step(of(2.501)))).rejects.toMatchObject({
      code: 'orders.quantity_exceeds_open',
      details: { lines: [{ lineNumber: 1, requested: 2.501, left: 2.5 }] },
    })
  })
})

it('a counted line ships, arrives, changes and goes back as a whole number', async () => {
  await place({ quantity: 4 })
  const { fulfilment } = world
  const half = of(0.5)
  const refused = { code: 'orders.quantity_not_whole', details: { lineNumber: 1, unit: 'C62' } }
  const changed = { lineNumber: 1, status: 'CHANGED', quantity: 1500n } as const
  const wish = { lineNumber: 1, quantity: 1500n }
  const early = [
    () => fulfilment.ship(supplier, step(half)),
    () => fulfilment.cancel(order.buyer, step(half)),
    () => fulfilment.answer(supplier, { ...step(), lines: [changed] }),
    () => fulfilment.requestChange(order.buyer, { ...step(), lines: [wish], reason: 'Less.' }),
  ]
  for (const attempt of early) await expect(attempt()).rejects.toMatchObject(refused)

  const { shipments } = await fulfilment.ship(supplier, step())
  const arrival = { ...step(), shipmentId: shipments[0]?.id ?? '' }
  for (const noted of [{ damaged: 500n }, { missing: 500n }]) {
    const lines = [{ lineNumber: 1, ...noted }]
    await expect(fulfilment.noteDelivery(order.buyer, { ...arrival, lines })).rejects.toMatchObject(
      refused,
    )
  }
  await fulfilment.noteDelivery(order.buyer, arrival)
  await expect(giveBack(0.5, 'DAMAGED')).rejects.toMatchObject(refused)
  await expect(giveBack(1, 'DAMAGED', 500n)).rejects.toMatchObject(refused)
})

async function place(wish: NonNullable<Parameters<typeof aPlacedOrder>[1]>[number]): Promise<void> {
  order = await aPlacedOrder(world, [wish])
  supplier = order.suppliers[0] as Actor
}

async function giveBack(
  quantity: number,
  reason: 'DAMAGED' | 'MISSING',
  accepted = quantityOf(quantity),
) {
  const lines = [{ lineNumber: 1, quantity: quantityOf(quantity), reason }]
  const asked = await world.fulfilment.requestReturn(order.buyer, { ...step(), lines })
  const returnId = asked.returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
  const taken = [{ lineNumber: 1, quantity: accepted }]
  const decision = { ...step(), returnId, lines: taken, restock: true }
  await world.fulfilment.acceptReturn(supplier, decision)
}

/** The quantities of the first lines of the order's events of this kind, the smallest first. */
async function quantitiesOf(kind: string): Promise<unknown[]> {
  const { rows } = await sql<{ quantity: number }>`
    select (data -> 'lines' -> 0 -> 'quantity')::float8 as quantity from platform.events
    where company_id = ${order.buyer.companyId} and type = ${kind} order by 1
  `.execute(database.pool)
  return rows.map(({ quantity }) => quantity)
}

const of = (quantity: number) => [{ lineNumber: 1, quantity: quantityOf(quantity) }]

const step = (lines?: { lineNumber: number; quantity: Quantity }[]) => ({
  orderId: order.id,
  idempotency: undefined,
  lines,
})
