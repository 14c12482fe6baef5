import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { sql } from '#platform/db'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type PlacedOrder,
} from '../fulfilment/fulfilment.fixture.ts'

const database = await useDatabase()
let order: PlacedOrder
let first: Actor
let second: Actor
const world = aFulfilmentWorld(database)

beforeEach(async () => {
  order = await aPlacedOrder(world, [{ quantity: 2 }, { quantity: 3, supplier: 1 }])
  const [one, other] = order.suppliers as [Actor, Actor]
  first = one
  second = other
})

describe('the suppliers of an order', () => {
  it('get an event for its placing with their own lines alone', async () => {
    const [mine, theirs] = order.products
    expect(await eventsTo(first)).toEqual([
      {
        type: 'supplier_order.received',
        version: 1,
        data: {
          orderId: order.id,
          number: 'PO-2026-000001-1',
          buyerCompanyId: order.buyer.companyId,
          state: 'PLACED',
          paymentState: 'UNPAID',
          poNumber: 'PO-1',
          subtotal: { amount: '5.00', currency: 'EUR' },
          lines: [
            expect.objectContaining({
              lineNumber: 1,
              productId: mine?.id,
              quantity: 2,
              unitPrice: { amount: '2.50', currency: 'EUR' },
              total: { amount: '5.00', currency: 'EUR' },
            }),
          ],
          placedAt: '2026-01-02T03:04:05.000Z',
          happenedAt: '2026-01-02T03:04:05.000Z',
        },
      },
    ])
    const [event] = await eventsTo(second)
    expect(event?.data).toMatchObject({
      number: 'PO-2026-000001-2',
      subtotal: { amount: '7.50' },
      lines: [{ lineNumber: 2, productId: theirs?.id }],
    })
  })

  it('get events for their own steps, and for none of another supplier', async () => {
    const { fulfilment } = world
    await fulfilment.holdOrder(order.buyer, { ...step(), reason: 'Budget of Bob' })
    await fulfilment.release(order.buyer, step())
    await fulfilment.cancel(order.buyer, step({ lines: [{ lineNumber: 2, quantity: 1000n }] }))
    await fulfilment.confirm(first, step())
    const { shipments } = await fulfilment.ship(first, step())
    const shipmentId = shipments[0]?.id ?? ''
    await fulfilment.noteDelivery(order.buyer, { ...step(), shipmentId })
    for (const decide of ['acceptReturn', 'refuseReturn'] as const) {
      const lines = [{ lineNumber: 1, quantity: 1000n, reason: 'WRONG_ITEM' as const }]
      const { returns } = await fulfilment.requestReturn(order.buyer, { ...step(), lines })
      const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
      await fulfilment[decide](first, { ...step(), returnId, restock: true, reason: 'No.' })
    }

    expect(await kindsTo(first)).toEqual([
      ['received', [[1, 2]]],
      ['held', [[1, 2]]],
      ['released', [[1, 2]]],
      ['confirmed', [[1, 2]]],
      ['shipped', [[1, 2]]],
      ['delivered', [[1, 2]]],
      ['return_requested', [[1, 1]]],
      ['return_accepted', [[1, 1]]],
      ['return_requested', [[1, 1]]],
      ['return_refused', [[1, 1]]],
    ])
    expect(await kindsTo(second)).toEqual([
      ['received', [[2, 3]]],
      ['held', [[2, 3]]],
      ['released', [[2, 3]]],
      ['cancelled', [[2, 1]]],
    ])
    const everything = JSON.stringify([await eventsTo(first), await eventsTo(second)])
    expect(everything, 'what people wrote, and to whom it goes').not.toMatch(/Bob|Bea|Hafenstr/)
  })

  it('each get one event when the whole order is cancelled, outside the buyer’s log', async () => {
    await world.fulfilment.cancel(order.buyer, step())

    expect((await kindsTo(first)).at(-1)).toEqual(['cancelled', [[1, 2]]])
    expect((await kindsTo(second)).at(-1)).toEqual(['cancelled', [[2, 3]]])
    expect((await eventsTo(order.buyer)).map(({ type }) => type)).toEqual([
      'order.created',
      'order.cancelled',
    ])
  })

  it('get no event for a refused or repeated step', async () => {
    await world.fulfilment.confirm(first, step())
    await expect(world.fulfilment.confirm(first, step())).rejects.toMatchObject({
      code: 'orders.nothing_open',
    })

    expect((await kindsTo(first)).map(([kind]) => kind)).toEqual(['received', 'confirmed'])
    expect((await kindsTo(second)).map(([kind]) => kind)).toEqual(['received'])
  })
})

type SupplierEvent = {
  readonly type: string
  readonly version: number
  readonly data: {
    readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[]
  }
}

async function eventsTo({ companyId }: Actor): Promise<SupplierEvent[]> {
  const { rows } = await sql<SupplierEvent>`
    select type, entity_version as version, data from platform.events
    where company_id = ${companyId} and entity_id = ${order.id} order by arrival
  `.execute(database.pool)
  return rows
}

async function kindsTo(actor: Actor) {
  return (await eventsTo(actor)).map(({ type, data }) => [
    type.replace('supplier_order.', ''),
    data.lines.map(({ lineNumber, quantity }) => [lineNumber, quantity]),
  ])
}

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })
