import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
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
import { createInvoices, type Invoices, invoicesSubscribers, issueWaiting } from './index.ts'
import type { Invoice } from './invoice.ts'
import type { IssueDeps } from './issue.ts'
import { writePdf } from './pdf.ts'
import { writeUbl } from './ubl.ts'
import { brokenRules, parseXml } from './ubl-rules.fixture.ts'

let database: Database
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let deps: IssueDeps
let invoices: Invoices

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  const identity = anIdentity({ database, now: () => world.clock.now })
  deps = {
    findOrder: createOrders({ database }).find,
    companyOf: identity.company,
    debts: world.payments,
    findPayment: (conn, companyId, paymentId) =>
      world.payments.find(conn, companyId as Id<'co'>, paymentId),
  }
  invoices = createInvoices({ database })
  // Seven pieces of 2.33, 19 % of which are 3.0989: nothing here divides evenly.
  order = await aPlacedOrder(world, [{ quantity: 7, unitPrice: '2.33' }], {
    taxMinor: 310n,
    shippingMinor: 0n,
  })
  supplier = order.suppliers[0] as Actor
  await setVatId(supplier.companyId, 'DE123456789')
})

describe('a shipment', () => {
  it('makes an invoice of its supplier, due the net days after it, which the buyer is told of', async () => {
    await ship(7)

    const [invoice] = await received()
    expect(invoice).toMatchObject({
      kind: 'INVOICE',
      state: 'ISSUED',
      number: 'INV-2026-000001',
      issuedOn: '2026-01-02',
      dueOn: '2026-02-01',
      net: { amountMinor: 1631n },
      tax: { amountMinor: 310n },
      total: { amountMinor: 1941n },
      content: { seller: { vatId: 'DE123456789' }, poNumber: 'PO-1' },
    })
    expect(await toldOf(invoice)).toBe(1)
  })

  it('is due from its own day, and its order owes it from that day on', async () => {
    await ship(2)
    pass(40)
    await ship(5)

    const days = (await received()).map(({ issuedOn, dueOn }) => [issuedOn, dueOn])
    expect(days).toEqual([
      ['2026-02-11', '2026-03-13'],
      ['2026-01-02', '2026-02-01'],
    ])
    const dues = await duesOfOrder()
    expect(dues.map(({ dueOn }) => dueOn)).toEqual(['2026-02-01', '2026-03-13'])
    expect(dues.reduce((sum, { amount }) => sum + amount.amountMinor, 0n)).toBe(1941n)
  })

  it('of an order from before is due on the day it was promised, and not before it is issued', async () => {
    await sql`update payments.payments set net_days = null, due_on = '2026-01-20'
      where company_id = ${order.buyer.companyId} and id = ${order.paymentId}`.execute(
      database.pool,
    )
    await ship(2)
    pass(40)
    await ship(5)

    const days = (await received()).map(({ issuedOn, dueOn }) => [issuedOn, dueOn])
    expect(days).toEqual([
      ['2026-02-11', '2026-02-11'],
      ['2026-01-02', '2026-01-20'],
    ])
  })

  it('makes parts that add up to the line, under numbers without a gap', async () => {
    for (const pieces of [1, 3, 2, 1]) await ship(pieces)

    const parts = await received()
    expect(parts.map(({ number }) => number?.slice(-1))).toEqual(['4', '3', '2', '1'])
    expect(sumOf(parts, 'net')).toBe(1631n)
    expect(sumOf(parts, 'tax')).toBe(310n)
    expect(parts.flatMap(checked)).toEqual([])
  })

  it('is invoiced once, however often the log is read', async () => {
    await ship(7)
    await sql`update platform.subscriptions set position = 0 where name = 'invoices.follow_orders'`.execute(
      database.pool,
    )
    await follow()

    expect(await received()).toHaveLength(1)
  })

  it('waits for a supplier that has not said its VAT id, and takes no number until then', async () => {
    await setVatId(supplier.companyId, null)
    await ship(7)
    const [waiting] = await received()
    expect(waiting).toMatchObject({ state: 'WAITING', number: undefined })
    const listed = async () => (await invoices.listWaiting({ limit: 100 })).map(({ id }) => id)
    expect(await listed()).toContain(waiting?.id)
    await expect(invoices.getIssued(order.buyer, waiting?.id ?? '')).rejects.toMatchObject({
      code: 'invoices.not_issued_yet',
      details: { missing: ['supplier.vatId'] },
    })
    const all = await invoices.listWaiting({ limit: 100 })
    const oldest = Math.min(...all.map(({ createdAt }) => createdAt.getTime()))
    expect((await invoices.metrics()).oldestWaiting).toEqual(new Date(oldest))
    pass(40)
    expect(await duesOfOrder()).toEqual([])
    const issue = () => issueWaiting({ ...deps, database, now: () => world.clock.now })
    expect(await issue()).toBe(0)

    await setVatId(supplier.companyId, 'DE987654321')
    const issued = await Promise.all([issue(), issue()])

    expect(issued.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await listed()).not.toContain(waiting?.id)
    expect(await received()).toMatchObject([
      { state: 'ISSUED', number: 'INV-2026-000001', content: { seller: { vatId: 'DE987654321' } } },
    ])
    expect(await received()).toMatchObject([{ issuedOn: '2026-02-11', dueOn: '2026-03-13' }])
    await follow()
    expect(await duesOfOrder()).toMatchObject([{ dueOn: '2026-03-13' }])
  })
})

describe('what does not stay', () => {
  it('is credited by exactly what goes back, however it was divided', async () => {
    await cancel(2)
    await ship(3)
    await ship(2)
    await arriveAll()
    const money: bigint[] = []
    for (const pieces of [1, 2, 1]) money.push(await takeBack(pieces))

    const documents = await received()
    const notes = documents.filter(({ kind }) => kind === 'CREDIT_NOTE').reverse()
    expect(notes.map(({ total }) => total.amountMinor)).toEqual(money)
    expect(notes[0]).toMatchObject({
      number: 'CRN-2026-000001',
      content: { precedes: [{ number: 'INV-2026-000001' }, { number: 'INV-2026-000002' }] },
    })
    expect(documents.flatMap(checked)).toEqual([])
    // What is left of it is what the buyer was made to pay, and no cent else.
    const left = await cancelledAndReturned()
    const invoiced = documents.filter(({ kind }) => kind === 'INVOICE')
    const dues = await duesOfOrder()
    expect(dues.reduce((sum, { open }) => sum + open.amountMinor, 0n)).toBe(1941n - left)
    expect(sumOf(invoiced, 'total') - sumOf(notes, 'total')).toBe(1941n - left)
  })
})

describe('a document', () => {
  it('is read by its buyer and its supplier, and does not exist for others', async () => {
    await ship(7)
    const [{ id }] = (await received()) as [Invoice]
    const stranger = (await aPlacedOrder(world)).buyer

    expect((await invoices.get(supplier, id)).id).toBe(id)
    expect(await invoices.list(supplier, { side: 'issued' }, { limit: 10 })).toHaveLength(1)
    expect(await invoices.list(supplier, { side: 'received' }, { limit: 10 })).toEqual([])
    await expect(invoices.get(stranger, id)).rejects.toMatchObject({ status: 404 })
  })

  it('is UBL that says what was ordered, in whatever letters', async () => {
    await sql`update orders.lines set name = 'Bolt <M8> & "Nut" – Φ 8 Łódź' || chr(2) where order_id = ${order.id}
      /* across companies: a test */`.execute(database.pool)
    await ship(7)
    const [invoice] = (await received()) as [Invoice]

    const xml = writeUbl(invoice)

    const item = parseXml(xml).children.find(({ name }) => name === 'InvoiceLine')
    expect(JSON.stringify(item)).toContain('Bolt <M8> & \\"Nut\\" – Φ 8 Łódź')
    expect(brokenRules(xml)).toEqual([])
  })

  it('names the references of each line where they differ', async () => {
    order = await aPlacedOrder(world, [{ quantity: 2 }, { quantity: 2 }], {
      taxMinor: 95n,
      shippingMinor: 0n,
    })
    supplier = order.suppliers[0] as Actor
    await setVatId(supplier.companyId, 'DE123456789')
    await sql`update orders.lines set po_number = 'PO-9', cost_center = 'CC-9'
      where order_id = ${order.id} and line_number = 2 /* across companies: a test */`.execute(
      database.pool,
    )
    wait()
    await world.fulfilment.ship(supplier, step())
    await follow()
    const [invoice] = (await received()) as [Invoice]
    const [first, second] = invoice.content.lines
    expect(invoice.content).toMatchObject({ poNumber: 'PO-1' })
    expect([first?.poNumber, first?.costCenter]).toEqual([undefined, undefined])
    expect(second).toMatchObject({ poNumber: 'PO-9', costCenter: 'CC-9' })

    const xml = writeUbl(invoice)
    expect(xml).toContain('<cbc:Note>Purchase order PO-9</cbc:Note>')
    expect(xml).toContain('<cbc:AccountingCost>CC-9</cbc:AccountingCost>')
    expect(brokenRules(xml)).toEqual([])
    expect((await writePdf(invoice, xml)).subarray(0, 8).toString()).toBe('%PDF-1.7')
  })

  it('is a PDF with the same document in it', async () => {
    await ship(7)
    const [invoice] = (await received()) as [Invoice]

    const pdf = await writePdf(invoice, writeUbl(invoice))

    const text = pdf.toString('latin1')
    expect(text.startsWith('%PDF-1.7')).toBe(true)
    expect(text).toContain('/AFRelationship /Alternative')
    expect(text).toContain('pdfaid:part')
  })
})

async function setVatId(companyId: string, vatId: string | null): Promise<void> {
  await sql`update identity.companies set vat_id = ${vatId} where id = ${companyId}`.execute(
    database.pool,
  )
}

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

/** Ids sort by time: what happens later has a later one. */
function wait(): void {
  world.clock.now = new Date(world.clock.now.getTime() + 1_000)
}

function pass(days: number): void {
  world.clock.now = after(world.clock.now, daysMs(days))
}

async function duesOfOrder() {
  const { companyId } = order.buyer
  const payment = await world.payments.find(database.pool, companyId, order.paymentId)
  return payment ? world.payments.duesOf(payment) : []
}

async function ship(quantity: number): Promise<void> {
  wait()
  const lines = [{ lineNumber: 1, quantity }]
  await world.fulfilment.ship(supplier, { ...step(), lines })
  await follow()
}

async function cancel(quantity: number): Promise<void> {
  const lines = [{ lineNumber: 1, quantity }]
  await world.fulfilment.cancel(order.buyer, { ...step(), lines })
  await follow()
}

async function arriveAll(): Promise<void> {
  const { shipments } = await world.fulfilment.getSupplied(supplier, order.id)
  for (const { id: shipmentId } of shipments) {
    await world.fulfilment.noteDelivery(order.buyer, { ...step(), shipmentId })
  }
}

/** Returns what went back, in minor units. */
async function takeBack(quantity: number): Promise<bigint> {
  wait()
  const before = await cancelledAndReturned()
  const lines = [{ lineNumber: 1, quantity, reason: 'NOT_NEEDED' as const }]
  const { returns } = await world.fulfilment.requestReturn(order.buyer, { ...step(), lines })
  const open = returns.find(({ state }) => state === 'REQUESTED')
  const returnId = open?.id ?? ''
  await world.fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: true })
  await follow()
  return (await cancelledAndReturned()) - before
}

async function cancelledAndReturned(): Promise<bigint> {
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
  return invoices.list(order.buyer, { side: 'received' }, { limit: 100 })
}

function checked(invoice: Invoice): string[] {
  return brokenRules(writeUbl(invoice))
}

function sumOf(documents: readonly Invoice[], what: 'net' | 'tax' | 'total'): bigint {
  return documents.reduce((sum, document) => sum + document[what].amountMinor, 0n)
}

async function toldOf(invoice: Invoice | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from platform.events
    where company_id = ${order.buyer.companyId} and type = 'invoice.issued' and entity_id = ${invoice?.id}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}
