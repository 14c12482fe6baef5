import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { createOrders } from '#modules/orders'
import { createMemoryCache } from '#platform/cache'
import { type Database, sql } from '#platform/db'
import { createDispatcher } from '#platform/outbox'
import { createWake } from '#platform/wake'
import { anIdentity } from '#testing/identity-service'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
} from '../orders/fulfilment.fixture.ts'
import { noteRefunded } from '../orders/note-refunded.ts'
import { reductionLines } from './compose.ts'
import { createInvoices, invoicesSubscribers } from './index.ts'
import type { Invoice } from './invoice.ts'
import type { IssueDeps } from './issue.ts'
import { writePdf } from './pdf.ts'
import { writeUbl } from './ubl.ts'
import { brokenRules } from './ubl-rules.fixture.ts'

let database: Database
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let deps: IssueDeps

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  deps = {
    findOrder: createOrders({ database }).find,
    debts: world.payments,
    companyOf: anIdentity({ database, now: () => world.clock.now }).company,
    findPayment: (conn, companyId, paymentId) =>
      world.payments.find(conn, companyId as Id<'co'>, paymentId),
  }
  // Seven pieces of 2.33 with 19 % on them: nothing here divides evenly.
  order = await aPlacedOrder(world, [{ quantity: 7, unitPrice: '2.33' }], {
    taxMinor: 310n,
    shippingMinor: 0n,
  })
  supplier = order.suppliers[0] as Actor
  await sql`update identity.companies set vat_id = 'DE123456789' where id = ${supplier.companyId}`.execute(
    database.pool,
  )
  await world.payments.capture(order.buyer.companyId, order.paymentId)
})

const whole = 1941n

describe('money that goes back by hand', () => {
  it('is a credit note for what has left, with as much tax as is in it, and goes back once', async () => {
    await ship(7)
    await refundByHand(500n)

    const [note, invoice] = (await received()) as [Invoice, Invoice]
    expect(note).toMatchObject({
      kind: 'CREDIT_NOTE',
      state: 'ISSUED',
      net: { amountMinor: 420n },
      tax: { amountMinor: 80n },
      total: { amountMinor: 500n },
      content: { precedes: [{ number: invoice.number }], lines: [{ quantity: 1 }] },
    })
    expect((await received()).flatMap(checked)).toEqual([])
    expect((await writePdf(note, writeUbl(note))).subarray(0, 8).toString()).toBe('%PDF-1.7')

    await arriveAll()
    await takeBack(3)
    await takeBack(4)
    expect(await credited()).toBe(whole - 500n)
    await agree(0n)
  })

  it('stands on the invoice of what leaves later', async () => {
    await refundByHand(500n)
    expect(await received()).toEqual([])

    await ship(3)
    await ship(4)
    const documents = await received()
    expect(documents.map(({ kind }) => kind)).toEqual(['INVOICE', 'INVOICE'])
    await agree(whole - 500n)
  })

  it('is divided where a part has left, and goes along with what is cancelled and taken back', async () => {
    await cancel(1)
    await ship(3)
    await refundByHand(701n)
    await agree()
    await cancel(1)
    await ship(1)
    await arriveAll()
    await takeBack(2)
    await refundByHand(100n)
    await ship(1)
    await arriveAll()
    await agree()
    await takeBack(3)
    await agree(0n)
  })

  it('of all that is left is all of it, and what has not left is cancelled without another cent', async () => {
    await ship(2)
    await refundByHand(whole)
    const { order: now } = (await deps.findOrder(
      database.pool,
      order.buyer.companyId,
      order.id,
    )) as { order: { state: string } }
    expect(now.state).toBe('SHIPPED')
    await agree(0n)
    await arriveAll()
    await takeBack(2)
    await agree(0n)
  })

  it('is taken off once, however often and at once it is looked at', async () => {
    await ship(7)
    await refundByHand(500n)
    await Promise.all([1, 2, 3].map(() => note()))
    await follow()
    expect(await received()).toHaveLength(2)
    await agree(whole - 500n)
  })
})

it('each rate of tax has a line of its own', () => {
  const tax = (category: 'S' | 'E', rate: string) => ({
    category,
    rate,
    amount: money(0n, 'EUR'),
    reasonCode: undefined,
  })
  const lines = reductionLines([
    { tax: tax('S', '19'), amount: money(119n, 'EUR') },
    { tax: tax('S', '7'), amount: money(107n, 'EUR') },
    { tax: tax('S', '19'), amount: money(238n, 'EUR') },
    { tax: tax('E', '0'), amount: money(10n, 'EUR') },
  ])
  const sums = lines.map(({ net, tax: { rate, amount } }) => [
    rate,
    net.amountMinor,
    amount.amountMinor,
  ])
  expect(sums).toEqual([
    ['19', 300n, 57n],
    ['7', 100n, 7n],
    ['0', 10n, 0n],
  ])
})

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

/** Ids sort by time: what happens later has a later one. */
function wait(): void {
  world.clock.now = new Date(world.clock.now.getTime() + 1_000)
}

async function refundByHand(amountMinor: bigint): Promise<void> {
  wait()
  const { companyId } = order.buyer
  const operator: Actor = {
    ...order.buyer,
    id: newId('usr', world.clock.now),
    roles: new Set(['operator']),
  }
  const amount = money(amountMinor, 'EUR')
  await world.payments.refund(operator, { companyId, paymentId: order.paymentId, amount })
  await note()
  await follow()
}

const note = () => noteRefunded(world.deps, order.buyer.companyId, order.id, false)

async function ship(quantity: number): Promise<void> {
  wait()
  const lines = [{ lineNumber: 1, quantity }]
  await world.fulfilment.ship(supplier, { ...step(), lines })
  await follow()
}

async function cancel(quantity: number): Promise<void> {
  wait()
  const lines = [{ lineNumber: 1, quantity }]
  await world.fulfilment.cancel(order.buyer, { ...step(), lines })
  await follow()
}

async function arriveAll(): Promise<void> {
  const { shipments } = await world.fulfilment.getSupplied(supplier, order.id)
  for (const { id: shipmentId, deliveredAt } of shipments) {
    if (deliveredAt) continue
    await world.fulfilment.noteDelivery(order.buyer, { ...step(), shipmentId })
  }
}

async function takeBack(quantity: number): Promise<void> {
  wait()
  const lines = [{ lineNumber: 1, quantity, reason: 'NOT_NEEDED' as const }]
  const { returns } = await world.fulfilment.requestReturn(order.buyer, { ...step(), lines })
  const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
  await world.fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: true })
  await follow()
}

/** The documents are over what the buyer has paid for what has left and stays, and the payment kept so much. */
async function agree(expected?: bigint): Promise<void> {
  const documents = await received()
  expect(documents.flatMap(checked)).toEqual([])
  const balance = documents.reduce(
    (sum, { kind, total }) => sum + (kind === 'INVOICE' ? 1n : -1n) * total.amountMinor,
    0n,
  )
  const paid = await world.payments.get(order.buyer, order.paymentId)
  const kept = paid.captured.amountMinor - paid.refunded.amountMinor
  const cost = await createOrders({ database }).costOf(
    database.pool,
    order.buyer.companyId,
    order.id,
  )
  expect(cost?.amountMinor).toBe(kept)
  if (expected === undefined) return
  expect([kept, balance]).toEqual([expected, expected])
}

async function credited(): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount_minor), 0)::text as sum from orders.credits
    where company_id = ${order.buyer.companyId} and order_id = ${order.id}
  `.execute(database.pool)
  return BigInt(rows[0]?.sum ?? 0)
}

async function follow(): Promise<void> {
  const now = () => world.clock.now
  const wake = createWake(createMemoryCache(now))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const subscriptions = invoicesSubscribers(deps)
  const dispatcher = createDispatcher({ database, subscriptions, wake, now, log })
  await dispatcher.drain()
  wake.close()
}

function received(): Promise<Invoice[]> {
  const page = { limit: 100 }
  return createInvoices({ database }).list(order.buyer, { side: 'received' }, page)
}

function checked(invoice: Invoice): string[] {
  return brokenRules(writeUbl(invoice))
}
