import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import { promiseCredit } from '../credits/settle-credits.ts'
import { closeDelivered } from './close-delivered.ts'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  start,
  usedCredit,
} from './fulfilment.fixture.ts'
import type { Pieces } from './line-progress.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world)
  supplier = order.suppliers[0] as Actor
})

describe('supplying an order', () => {
  it('goes from PLACED over CONFIRMED, PARTIALLY_SHIPPED and SHIPPED to DELIVERED, step by step', async () => {
    const confirmed = await world.fulfilment.confirm(supplier, step())
    expect(confirmed.order).toMatchObject({ state: 'CONFIRMED', version: 2 })

    const partly = await ship([{ lineNumber: 1, quantity: 1000n }], {
      carrier: 'DHL',
      trackingUrl: 'https://track.example.com/1',
    })
    expect(partly.order.state).toBe('PARTIALLY_SHIPPED')
    expect(partly.shipments).toMatchObject([{ carrier: 'DHL', lines: [{ quantity: 1000n }] }])
    expect((await ship()).order.state).toBe('SHIPPED')
    expect((await arrive()).order.state).toBe('SHIPPED')
    const arrived = await arrive([{ lineNumber: 1, damaged: 1000n, missing: 1000n }])

    expect(arrived.order).toMatchObject({ state: 'DELIVERED', deliveredAt: start, version: 6 })
    expect(arrived.lines[0]?.progress).toMatchObject({
      shipped: 4000n,
      delivered: 3000n,
      missing: 1000n,
    })
    expect(arrived.timeline.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['PLACED', order.buyer.id],
      ['CONFIRMED', supplier.id],
      ['SHIPPED', supplier.id],
      ['SHIPPED', supplier.id],
      ['DELIVERED', order.buyer.id],
      ['DELIVERED', order.buyer.id],
    ])
    expect(await kindsOf(order)).toEqual([
      'order.created',
      'order.confirmed',
      'order.shipped',
      'order.shipped',
      'order.delivered',
      'order.delivered',
    ])
    expect(await auditOf(order)).toEqual([
      'orders.order_confirmed',
      'orders.order_delivered',
      'orders.order_delivered',
      'orders.order_shipped',
      'orders.order_shipped',
    ])
  })

  it('waits for each of several suppliers, and shows each its own lines alone', async () => {
    order = await aPlacedOrder(world, [{ quantity: 2 }, { quantity: 3, supplier: 1 }])
    const [first, second] = order.suppliers as [Actor, Actor]
    supplier = first

    expect((await world.fulfilment.confirm(first, step())).order.state).toBe('PLACED')
    const seen = await world.fulfilment.confirm(second, step())
    expect(seen.order.state).toBe('CONFIRMED')
    expect(seen.lines.map(({ progress }) => progress.lineNumber)).toEqual([2])
    await expect(ship([{ lineNumber: 2, quantity: 1000n }])).rejects.toMatchObject({
      code: 'orders.line_not_found',
    })
    expect((await ship()).order.state).toBe('PARTIALLY_SHIPPED')

    const listed = (await world.fulfilment.listSupplied(second, {}, { limit: 10 })).found
    expect(listed).toMatchObject([{ order: { id: order.id }, lineCount: 1 }])
    expect(listed[0]?.subtotal.amountMinor).toBe(750n)
    const none = await world.fulfilment.listSupplied(second, { state: 'CLOSED' }, { limit: 10 })
    expect(none).toEqual({ found: [], scannedUntil: undefined })
  })

  it('is refused to everybody else: a stranger gets 404, the buyer 403', async () => {
    const [, stranger] = order.suppliers as [Actor, Actor]
    for (const act of [world.fulfilment.confirm, world.fulfilment.ship, world.fulfilment.cancel]) {
      await expect(act(stranger, step())).rejects.toMatchObject({ code: 'orders.order_not_found' })
    }
    await expect(world.fulfilment.getSupplied(stranger, order.id)).rejects.toMatchObject({
      status: 404,
    })
    await expect(world.fulfilment.ship(order.buyer, step())).rejects.toMatchObject({
      code: 'orders.not_the_supplier',
    })
    const asked = { lines: [{ lineNumber: 1, quantity: 1000n, reason: 'OTHER' as const }] }
    await expect(
      world.fulfilment.requestReturn(supplier, step(asked) as never),
    ).rejects.toMatchObject({ code: 'orders.not_the_buyer' })
  })

  it('never ships more than was ordered in parallel shipments', async () => {
    const tries = Array.from({ length: 8 }, () => ship([{ lineNumber: 1, quantity: 1000n }]))
    const ended = await Promise.allSettled(tries)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const one of ended) {
      if (one.status !== 'rejected') continue
      expect(['orders.quantity_exceeds_open', 'orders.order_not_open']).toContain(one.reason.code)
    }
    const { lines, shipments } = await world.fulfilment.getSupplied(supplier, order.id)
    expect(lines[0]?.progress.shipped).toBe(4000n)
    expect(shipments).toHaveLength(4)
  })

  it.each([
    'http://track.example.com',
    'javascript:alert(1)',
    'https://a:b@example.com',
    'nowhere',
  ])('refuses %s as a tracking address', async (trackingUrl) => {
    await expect(ship(undefined, { trackingUrl })).rejects.toMatchObject({
      code: 'orders.tracking_url_invalid',
    })
  })

  it('records a delivery once, and never more than was shipped', async () => {
    await ship()
    await expect(arrive([{ lineNumber: 1, damaged: 4000n, missing: 1000n }])).rejects.toMatchObject(
      {
        code: 'orders.noted_exceeds_shipped',
      },
    )
    const { shipments } = await arrive()
    const again = { ...step(), shipmentId: shipments[0]?.id ?? '' }
    await expect(world.fulfilment.noteDelivery(order.buyer, again)).rejects.toMatchObject({
      code: 'orders.shipment_already_delivered',
    })
  })

  it('closes the order some time after its delivery, unless a return is open', async () => {
    await ship()
    await arrive()
    const asked = await world.fulfilment.requestReturn(order.buyer, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 1000n, reason: 'NOT_NEEDED' }],
    })
    world.clock.now = new Date(start.getTime() + 31 * 86_400_000)
    await closeDelivered(world.deps)
    expect((await read()).order.state).toBe('DELIVERED')
    const returnId = asked.returns[0]?.id ?? ''
    await world.fulfilment.refuseReturn(supplier, { ...step(), returnId, reason: 'Too late.' })
    await closeDelivered(world.deps)
    const closed = await read()
    expect(closed.order.state).toBe('CLOSED')
    expect(closed.lines[0]?.progress.returned).toBe(0n)
    await expect(world.fulfilment.cancel(order.buyer, step())).rejects.toMatchObject({
      code: 'orders.order_not_open',
    })
  })
})

describe('cancelling', () => {
  it('releases stock and credit, and ends an order with nothing left', async () => {
    const before = await usedCredit(world, order.buyer.companyId)
    const cancelled = await world.fulfilment.cancel(order.buyer, { ...step(), reason: 'Twice.' })

    expect(before).toBe(1000n)
    expect(cancelled.order.state).toBe('CANCELLED')
    expect(cancelled.credits).toMatchObject([
      { state: 'SETTLED', amount: { amountMinor: 1000n }, settled: { amountMinor: 1000n } },
    ])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(0n)
    expect(await stockOf(database, order.products[0]?.id ?? '')).toEqual({
      on_hand: 100,
      reserved: 0,
      committed: 0,
    })
    const payment = await world.payments.find(database.pool, order.buyer.companyId, order.paymentId)
    expect(payment?.state).toBe('VOIDED')
  })

  it('of a part releases that part; the rest can be shipped and charged', async () => {
    order = await aPlacedOrder(world, [{ quantity: 3, unitPrice: '3.335' }])
    supplier = order.suppliers[0] as Actor
    const { companyId } = order.buyer
    const parts = { ...step(), lines: [{ lineNumber: 1, quantity: 1000n }] }
    const cancelled = await world.fulfilment.cancel(order.buyer, parts)
    // 3 × 3.335 = 10.00 to the even cent; a third of it is 3.33.
    expect(cancelled.credits).toMatchObject([{ settled: { amountMinor: 333n } }])
    expect(await usedCredit(world, companyId)).toBe(667n)
    expect((await ship()).order.state).toBe('SHIPPED')

    const payment = await world.payments.capture(companyId, order.paymentId)
    expect(payment).toMatchObject({
      state: 'SUCCEEDED',
      captured: { amountMinor: 667n },
      voided: { amountMinor: 333n },
    })
  })

  it('refunds tax with the goods, and shipping cost with the last of them', async () => {
    const charges = { taxMinor: 190n, shippingMinor: 595n }
    order = await aPlacedOrder(world, [{ quantity: 4 }], charges)
    const { companyId } = order.buyer
    expect(await usedCredit(world, companyId)).toBe(1_785n)
    const one = { ...step(), lines: [{ lineNumber: 1, quantity: 1000n }] }
    // 11.90 less 8.93, which is 7.50 with 1.425 of tax, rounded up.
    expect((await world.fulfilment.cancel(order.buyer, one)).credits).toMatchObject([
      { settled: { amountMinor: 297n } },
    ])
    const cancelled = await world.fulfilment.cancel(order.buyer, step())
    expect(cancelled.order.state).toBe('CANCELLED')
    expect(await usedCredit(world, companyId)).toBe(0n)
  })

  it('of charged goods refunds them', async () => {
    const { companyId } = order.buyer
    await world.payments.capture(companyId, order.paymentId)
    const cancelled = await world.fulfilment.cancel(order.buyer, step())
    expect(cancelled.credits).toMatchObject([
      { state: 'SETTLED', refundId: expect.stringMatching(/^rfd_/) },
    ])
    expect(await usedCredit(world, companyId)).toBe(0n)
  })

  it('during a shipment divides the pieces: none is both shipped and cancelled', async () => {
    const [shipped, cancelled] = await Promise.allSettled([
      ship([{ lineNumber: 1, quantity: 3000n }]),
      world.fulfilment.cancel(order.buyer, {
        ...step(),
        lines: [{ lineNumber: 1, quantity: 3000n }],
      }),
    ])
    const outcomes = [shipped.status, cancelled.status].sort()
    expect(outcomes).toEqual(['fulfilled', 'rejected'])
    const { lines, order: after } = await read()
    const { shipped: out = 0n, cancelled: off = 0n } = lines[0]?.progress ?? {}
    expect(out + off).toBe(3000n)
    expect(after.version).toBe(2)
  })

  it('under one key happens once', async () => {
    const idempotency = () => ({ key: `cancel-${order.id}`, fingerprint: Buffer.alloc(32) })
    const once = () =>
      world.fulfilment.cancel(order.buyer, {
        orderId: order.id,
        idempotency: idempotency(),
        lines: [{ lineNumber: 1, quantity: 1000n }],
      })
    await Promise.all(Array.from({ length: 6 }, once))
    const { lines, credits } = await read()
    expect(lines[0]?.progress.cancelled).toBe(1000n)
    expect(credits).toHaveLength(1)
  })
})

describe('returning', () => {
  const askBack = (quantity: number, reason = 'DAMAGED' as const) =>
    world.fulfilment.requestReturn(order.buyer, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: quantityOf(quantity), reason }],
    })

  it('refunds what was accepted, restocks where asked, and allows a new return of the rest', async () => {
    await ship()
    await arrive()
    const { returns } = await askBack(3)
    const returnId = returns[0]?.id ?? ''
    await world.fulfilment.receiveReturn(supplier, { ...step(), returnId })
    const accepted = { ...step(), returnId, restock: true }
    await world.fulfilment.acceptReturn(supplier, {
      ...accepted,
      lines: [{ lineNumber: 1, quantity: 2000n }],
    })

    const { lines, returns: after, credits } = await read()
    expect(after).toMatchObject([
      { state: 'ACCEPTED', restocked: true, lines: [{ accepted: 2000n }] },
    ])
    expect(lines[0]?.progress).toMatchObject({ returned: 2000n, creditedQuantity: 2000n })
    expect(credits).toMatchObject([
      { kind: 'RETURN', state: 'SETTLED', settled: { amountMinor: 500n } },
    ])
    expect(await stockOf(database, order.products[0]?.id ?? '')).toMatchObject({
      on_hand: 98,
      committed: 2,
    })
    await expect(world.fulfilment.acceptReturn(supplier, accepted)).rejects.toMatchObject({
      code: 'orders.return_already_decided',
    })
    expect((await kindsOf(order)).at(-1)).toBe('order.returned')
  })

  it('refunds missing goods without restocking them', async () => {
    await ship()
    await arrive([{ lineNumber: 1, missing: 1000n }])
    const lines = [{ lineNumber: 1, quantity: 1000n, reason: 'MISSING' as const }]
    const { returns } = await world.fulfilment.requestReturn(order.buyer, { ...step(), lines })
    const returnId = returns[0]?.id ?? ''
    await world.fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: true })
    expect((await read()).credits).toMatchObject([{ settled: { amountMinor: 250n } }])
    expect(await stockOf(database, order.products[0]?.id ?? '')).toMatchObject({ committed: 4 })
  })

  it('never exceeds what was delivered in parallel requests', async () => {
    await ship()
    await arrive()
    const ended = await Promise.allSettled(Array.from({ length: 6 }, () => askBack(1)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect((await read()).lines[0]?.progress.returned).toBe(4000n)
  })

  it('during a manual refund refunds nothing twice', async () => {
    const { companyId } = order.buyer
    await world.payments.capture(companyId, order.paymentId)
    await ship()
    await arrive()
    const { returns } = await askBack(4)
    const returnId = returns[0]?.id ?? ''
    await Promise.allSettled([
      world.fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: false }),
      world.payments.refund(order.buyer, { companyId, paymentId: order.paymentId }),
    ])
    world.clock.now = new Date(start.getTime() + 3_600_000)
    while ((await world.fulfilment.settleCredits()) > 0);
    const payment = await world.payments.find(database.pool, companyId, order.paymentId)
    expect(payment).toMatchObject({ state: 'REFUNDED', refunded: { amountMinor: 1000n } })
    expect((await read()).credits).toMatchObject([{ state: 'SETTLED' }])
    expect(await usedCredit(world, companyId)).toBe(0n)
  })
})

describe('the refund of a request that died after its commit', () => {
  it('is made by the worker, once', async () => {
    const { companyId } = order.buyer
    const owed = { kind: 'CANCELLATION', amount: money(250n, 'EUR'), by: order.buyer.id } as const
    const { order: placed } = await read()
    await database.transaction((tx) => promiseCredit(world.deps, tx, placed, owed, start))
    expect((await world.fulfilment.measure()).creditsWaiting).toBeGreaterThan(0)
    expect(await world.fulfilment.settleCredits()).toBe(0)

    world.clock.now = new Date(start.getTime() + 60_000)
    await Promise.all([world.fulfilment.settleCredits(), world.fulfilment.settleCredits()])
    expect((await read()).credits).toMatchObject([{ state: 'SETTLED' }])
    expect(await usedCredit(world, companyId)).toBe(750n)
  })
})

const read = () => readOrder(world, order)

async function kindsOf({ id, buyer }: PlacedOrder): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events
    where company_id = ${buyer.companyId} and entity_id = ${id} order by entity_version
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}

async function auditOf({ id, buyer }: PlacedOrder): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit_entries
    where company_id = ${buyer.companyId} and target_id = ${id} order by action
  `.execute(database.pool)
  return rows.map(({ action }) => action)
}

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

const ship = (lines?: Pieces[], more: object = {}) =>
  world.fulfilment.ship(supplier, { ...step(), lines, ...more })

const arrive = async (lines?: object[]) => {
  const { shipments } = await world.fulfilment.getSupplied(supplier, order.id)
  const open = shipments.filter(({ deliveredAt }) => !deliveredAt)
  // The smallest first: the clock is paused still, and ids of one instant have no order.
  const pieces = (shipment: (typeof open)[number]) => Number(shipment.lines[0]?.quantity)
  const { id: shipmentId = '' } = open.sort((one, other) => pieces(one) - pieces(other))[0] ?? {}
  const input = { ...step(), shipmentId, ...(lines && { lines: lines as never }) }
  return world.fulfilment.noteDelivery(order.buyer, input)
}
