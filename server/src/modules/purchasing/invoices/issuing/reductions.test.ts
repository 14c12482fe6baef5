import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { oneUnit } from '#kernel/quantity'
import { costOfOrder, OrderPriceReduced, OrderShipped } from '#modules/orders'
import { sql } from '#platform/db'
import { readList } from '#testing/lists'
import { noteRefunded } from '../../orders/credits/note-refunded.ts'
import type { Invoice } from '../invoice.ts'
import { invoiceList } from '../invoice-list.ts'
import { writePdf } from '../pdfs/pdf.ts'
import { aSale, followOrders, type Sale } from '../sale.fixture.ts'
import { invoicesSubscribers } from '../subscribers.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'
import { reductionLines } from './compose.ts'
import { issueWaitingInvoices } from './issue-waiting.ts'

const database = await useDatabase()
let sale: Sale

beforeEach(async () => {
  sale = await aSale(database)
  await sale.world.payments.capture(sale.order.buyer.companyId, sale.order.paymentId)
})

describe('a manual refund', () => {
  const whole = 1941n

  it('creates a credit note for shipped goods with their tax, and pays once', async () => {
    await sale.ship(7)
    await refundByHand(500n)

    const [note, invoice] = (await sale.received()) as [Invoice, Invoice]
    expect(note).toMatchObject({
      kind: 'CREDIT_NOTE',
      state: 'ISSUED',
      net: { amountMinor: 420n },
      tax: { amountMinor: 80n },
      total: { amountMinor: 500n },
      content: { precedes: [{ number: invoice.number }], lines: [{ quantity: oneUnit }] },
    })
    const { buyer, products } = sale.order
    const ofProduct = { productId: products[0]?.id }
    expect(await readList(database, invoiceList(database), buyer, ofProduct)).toMatchObject([
      { id: note.id },
      { id: invoice.id },
    ])
    expect((await sale.received()).flatMap(checked)).toEqual([])
    expect((await writePdf(note, { ubl: writeUbl(note) })).subarray(0, 8).toString()).toBe(
      '%PDF-1.7',
    )

    await sale.arriveAll()
    await sale.takeBack(3)
    await sale.takeBack(4)
    expect(await sale.credited()).toBe(whole - 500n)
    await agree(0n)
  })

  it('reduces the invoice of goods that are shipped later', async () => {
    await refundByHand(500n)
    expect(await sale.received()).toEqual([])

    await sale.ship(3)
    await sale.ship(4)
    const documents = await sale.received()
    expect(documents.map(({ kind }) => kind)).toEqual(['INVOICE', 'INVOICE'])
    await agree(whole - 500n)
  })

  it('is divided when a part was shipped, and follows cancelled and returned goods', async () => {
    await sale.cancel(1)
    await sale.ship(3)
    await refundByHand(701n)
    await agree()
    await sale.cancel(1)
    await sale.ship(1)
    await sale.arriveAll()
    await sale.takeBack(2)
    await refundByHand(100n)
    await sale.ship(1)
    await sale.arriveAll()
    await agree()
    await sale.takeBack(3)
    await agree(0n)
  })

  it('of everything left refunds everything, and cancelling the rest refunds nothing more', async () => {
    await sale.ship(2)
    await refundByHand(whole)
    const { order: now } = (await sale.deps.findOrder(
      database.pool,
      sale.order.buyer.companyId,
      sale.order.id,
    )) as { order: { state: string } }
    expect(now.state).toBe('SHIPPED')
    await agree(0n)
    await sale.arriveAll()
    await sale.takeBack(2)
    await agree(0n)
  })

  it('in many small steps leaves no net and no tax, also beside returns', async () => {
    await sale.ship(5)
    await sale.arriveAll()
    for (const cents of [1n, 1n, 1n, 2n, 1n, 97n, 1n]) await refundByHand(cents)
    const taken = await balanceOf()
    expect([taken.net, taken.tax]).toEqual([1102n, 209n])
    await sale.takeBack(2)
    await sale.ship(2)
    await sale.arriveAll()
    for (const cents of [333n, 1n, 1n]) await refundByHand(cents)
    await sale.takeBack(4)
    await refundByHand(1n)
    await sale.takeBack(1)
    await agree(0n)
    expect(await balanceOf()).toEqual({ net: 0n, tax: 0n })
  })

  it('creates its credit note after the invoice and before that of a later return, whatever is read late', async () => {
    const { world, order, supplier } = sale
    const step = { orderId: order.id, idempotency: undefined }
    sale.wait()
    await world.fulfilment.ship(supplier, step)
    // The reader of shipments was killed with its batch: until its lease ends, nothing reads them.
    await holdReaderOf(OrderShipped.type)
    await refundByHand(500n)
    expect(await sale.received(), 'no credit note without its invoice').toEqual([])

    await freeReaders()
    await sale.arriveAll()
    await sale.takeBack(3)
    expect((await sale.received()).map(({ state, number }) => [state, number])).toEqual([
      ['ISSUED', 'CRN-2026-000002'],
      ['ISSUED', 'CRN-2026-000001'],
      ['ISSUED', 'INV-2026-000001'],
    ])
    const [, reduction] = await sale.received()
    expect(reduction?.total.amountMinor).toBe(500n)
  })

  it('has a credit note that takes no number before the documents that wait ahead of it', async () => {
    await sale.setVatId(null)
    await sale.ship(4)
    await sale.setVatId('DE987654321')
    await sale.ship(3)
    await refundByHand(500n)
    const statesOf = async () => (await sale.received()).map(({ state }) => state)
    expect(await statesOf()).toEqual(['WAITING', 'WAITING', 'WAITING'])

    await issueWaitingInvoices({ ...sale.deps, database, now: () => sale.world.clock.now })
    expect((await sale.received()).map(({ number }) => number)).toEqual([
      'CRN-2026-000001',
      'INV-2026-000002',
      'INV-2026-000001',
    ])
  })

  it('that is read before the shipment waits for its invoice and then names it', async () => {
    const { world, order, supplier, deps } = sale
    const now = () => world.clock.now
    await world.fulfilment.ship(supplier, { orderId: order.id, idempotency: undefined })
    await refundByHand(500n, OrderPriceReduced.type)
    expect(await sale.received()).toMatchObject([{ kind: 'CREDIT_NOTE', state: 'WAITING' }])

    await sale.follow()
    await issueWaitingInvoices({ ...deps, database, now })
    const documents = await sale.received()
    const [note, invoice] = documents as [Invoice, Invoice]
    expect(note).toMatchObject({
      state: 'ISSUED',
      net: { amountMinor: 420n },
      content: { precedes: [{ number: invoice.number }] },
    })
    await agree(whole - 500n)
  })

  it('without an invoice is waived with a reason, and waits again if its invoice is written later', async () => {
    const { world, order, supplier, deps, invoices } = sale
    const now = () => world.clock.now
    await world.fulfilment.ship(supplier, { orderId: order.id, idempotency: undefined })
    await refundByHand(500n, OrderPriceReduced.type)
    const [alone] = (await sale.received()) as [Invoice]
    const invoiceId = alone.id
    const waive = () => invoices.waive(operatorOf(order.buyer), { invoiceId, note: 'On paper.' })
    const listed = async () =>
      (await invoices.listWaiting({ limit: 100 })).find(({ id }) => id === invoiceId)
    expect(await listed()).toMatchObject({ lacksInvoice: true })

    expect(await waive()).toMatchObject({ state: 'WAIVED', number: undefined })
    expect(await listed()).toBeUndefined()
    await issueWaitingInvoices({ ...deps, database, now })
    await expect(invoices.getIssued(order.buyer, invoiceId)).rejects.toMatchObject({
      code: 'invoices.waived',
    })
    await expect(waive()).rejects.toMatchObject({ code: 'invoices.invoice_not_waiting' })

    await sale.follow()
    expect(await listed()).toMatchObject({ state: 'WAITING', lacksInvoice: false })
    await expect(waive()).rejects.toMatchObject({ code: 'invoices.can_still_be_issued' })
    await issueWaitingInvoices({ ...deps, database, now })
    expect(await sale.received()).toMatchObject([{ id: invoiceId, state: 'ISSUED' }, {}])
    await agree(whole - 500n)
  })

  it('is deducted once, however often it is read', async () => {
    await sale.ship(7)
    await refundByHand(500n)
    await Promise.all([1, 2, 3].map(() => note()))
    await sale.follow()
    expect(await sale.received()).toHaveLength(2)
    await agree(whole - 500n)
  })
})

it('each tax rate has its own line', () => {
  const tax = (category: 'S' | 'E', rate: string) => ({
    category,
    rate,
    amount: money(0n, 'EUR'),
    reasonCode: undefined,
  })
  const lines = reductionLines(
    [
      { tax: tax('S', '19'), amount: money(119n, 'EUR') },
      { tax: tax('S', '7'), amount: money(107n, 'EUR') },
      { tax: tax('S', '19'), amount: money(238n, 'EUR') },
      { tax: tax('E', '0'), amount: money(10n, 'EUR') },
    ],
    { byTax: new Map(), byLine: new Map() },
  )
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

async function refundByHand(amountMinor: bigint, onlyType?: string): Promise<void> {
  sale.wait()
  const { companyId } = sale.order.buyer
  const operator = operatorOf(sale.order.buyer)
  const amount = money(amountMinor, 'EUR')
  await sale.world.payments.refund(operator, { companyId, paymentId: sale.order.paymentId, amount })
  await note()
  await followOrders(database, sale.deps, () => sale.world.clock.now, onlyType)
}

async function holdReaderOf(type: string): Promise<void> {
  const names = invoicesSubscribers(sale.deps)
    .filter(({ types }) => types.includes(type))
    .map(({ name }) => name)
  await sql`
    update platform.subscriptions set lease_token = 'lse_1@0123456789.a1.b2', lease_until = 'infinity'
    where name = any(${names}::text[])
  `.execute(database.pool)
}

async function freeReaders(): Promise<void> {
  await sql`update platform.subscriptions set lease_token = null, lease_until = null`.execute(
    database.pool,
  )
}

function operatorOf(buyer: Actor): Actor {
  return { ...buyer, id: newId('usr', sale.world.clock.now), roles: new Set(['operator']) }
}

const note = () => noteRefunded(sale.world.deps, sale.order.buyer.companyId, sale.order.id, false)

/** The documents are over what the buyer has paid for what has left and stays, and the payment kept so much. */
async function agree(expected?: bigint): Promise<void> {
  const documents = await sale.received()
  expect(documents.flatMap(checked)).toEqual([])
  const balance = documents.reduce(
    (sum, { kind, total }) => sum + (kind === 'INVOICE' ? 1n : -1n) * total.amountMinor,
    0n,
  )
  const paid = await sale.world.payments.get(sale.order.buyer, sale.order.paymentId)
  const kept = paid.captured.amountMinor - paid.refunded.amountMinor
  const cost = await costOfOrder(database.pool, sale.order.buyer.companyId, sale.order.id)
  expect(cost?.amountMinor).toBe(kept)
  if (expected === undefined) return
  expect([kept, balance]).toEqual([expected, expected])
}

/** Of invoices less credit notes; no credit note is over more net, or more tax, than there is. */
async function balanceOf(): Promise<{ net: bigint; tax: bigint }> {
  let [net, tax] = [0n, 0n]
  for (const document of (await sale.received()).reverse()) {
    const sign = document.kind === 'INVOICE' ? 1n : -1n
    net += sign * document.net.amountMinor
    tax += sign * document.tax.amountMinor
    expect([net >= 0n, tax >= 0n]).toEqual([true, true])
  }
  return { net, tax }
}

function checked(invoice: Invoice): string[] {
  return brokenRules(writeUbl(invoice))
}
