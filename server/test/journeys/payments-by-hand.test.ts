import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aKey, type Client, type Reply } from './client.ts'
import { atThePage, checkOut, fillCart, handOver, shipTo, untilEnded } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
let ours: CompanyOfWorld
const operator = await world.operator()
const supplier = await world.company()

beforeEach(async () => {
  ours = await world.company()
  const terms = { limit: { amount: '100000.00', currency: 'EUR' }, netDays: 30 }
  await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
})
const patience = { timeout: 60_000, interval: 50 }

describe('a manual change of an order’s payment', () => {
  it.each(['card', 'invoice'] as const)(
    'by %s cannot be a void, so that an order always has a payment',
    async (method) => {
      if (method === 'card') await anApprover()
      const { orderId, paymentId } = await anOrder(method)
      const before = await read(`payments/${paymentId}`)

      for (const client of [ours.buyer, ours.integration, operator]) {
        const refused = await client.post(`/api/v1/payments/${paymentId}/void`)
        expect(codeOf(refused)).toEqual([409, 'payments.belongs_to_order'])
        expect(refused.body.meta.details).toMatchObject({ orderId })
      }

      expect(await read(`payments/${paymentId}`)).toEqual(before)
      expect((await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200)
      expect(await read(`payments/${paymentId}`)).toMatchObject({ state: 'VOIDED' })
    },
  )

  it('captures the whole or nothing', async () => {
    const { orderId, paymentId } = await anOrder('invoice')
    const capture = (body: object) => ours.buyer.post(`/api/v1/payments/${paymentId}/capture`, body)
    const cent = await capture({ amount: eur('0.01') })
    expect(codeOf(cent)).toEqual([422, 'payments.capture_below_order'])
    expect(await read(`orders/${orderId}`)).toMatchObject({ paymentState: 'UNPAID' })

    const lines = [{ lineNumber: 1, quantity: 1 }]
    await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, { lines })
    const { amount } = await read(`payments/${paymentId}`)
    expect((await capture({ amount })).status).toBe(422)
    const taken = await capture({})
    expect(taken.body.data).toMatchObject({ state: 'SUCCEEDED' })
    expect(taken.body.data.captured).not.toEqual(amount)
  })

  it.each(['card', 'invoice'] as const)(
    'by %s cannot capture before the last approval',
    async (method) => {
      await anApprover()
      const { orderId, paymentId } = await anOrder(method)
      for (const client of [ours.buyer, operator]) {
        const refused = await client.post(`/api/v1/payments/${paymentId}/capture`)
        expect(codeOf(refused)).toEqual([409, 'payments.order_not_placed'])
      }
      expect(await read(`payments/${paymentId}`)).toMatchObject({ captured: eur('0.00') })

      const [{ id, contentHash }] = await read('approvals?mine=requested')
      await ours.approver.post(`/api/v1/approvals/${id}/approve`, { contentHash })
      const paid = method === 'card' ? 'PAID' : 'UNPAID'
      await until(orderId, ({ state, paymentState }) => state === 'PLACED' && paymentState === paid)
    },
  )
})

it('a company is refunded only what its order no longer costs', async () => {
  const { orderId, paymentId } = await anOrder('card')
  const by = (client: Client, amount?: string) =>
    client.post(`/api/v1/payments/${paymentId}/refunds`, amount ? { amount: eur(amount) } : {}, {
      key: aKey(),
    })
  const refused = async (refundable: string, amount?: string) => {
    for (const client of [ours.buyer, ours.admin, ours.integration]) {
      const answer = await by(client, amount)
      expect(codeOf(answer)).toEqual([409, 'payments.belongs_to_order'])
      expect(answer.body.meta.details).toMatchObject({ orderId, refundable })
    }
  }
  await refused('0.00')
  await refused('0.00', '0.01')
  const lines = [{ lineNumber: 1, quantity: 1 }]
  await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, { lines })
  await refused('0.00')
  // With what is cancelled its money goes, and nothing is left to ask for.
  expect((await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200)
  await until(orderId, ({ paymentState }) => paymentState === 'PARTIALLY_REFUNDED')
  await refused('0.00', '25.00')

  const kept = await read(`payments/${paymentId}`)
  expect(Number(kept.captured.amount) - Number(kept.refunded.amount)).toBeGreaterThanOrEqual(25)
  expect((await by(operator, '5.00')).status).toBe(201)
  await refused('0.00')
})

it('a fully refunded order is not shipped, and its supplier sees why', async () => {
  const { orderId, paymentId, productId } = await anOrder('card')
  const refund = (body: object) =>
    operator.post(`/api/v1/payments/${paymentId}/refunds`, body, { key: aKey() })
  const lines = [{ lineNumber: 1, quantity: 1 }]
  expect((await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, { lines })).status).toBe(
    201,
  )
  expect((await refund({ amount: eur('5.00') })).status).toBe(201)
  await until(orderId, ({ paymentState }) => paymentState === 'PARTIALLY_REFUNDED')
  const supplied = `/api/v1/supplier/orders/${orderId}`
  expect((await supplier.admin.get(supplied)).body.data).toMatchObject({
    state: 'PARTIALLY_SHIPPED',
    paymentState: 'PARTIALLY_REFUNDED',
  })

  expect((await refund({})).status).toBe(201)
  const order = await until(orderId, ({ state }) => state === 'SHIPPED')
  expect(order.lines).toMatchObject([{ cancelledQuantity: 3, shippedQuantity: 1 }])
  const ship = await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, { lines })
  expect([409, 422]).toContain(ship.status)
  const { body } = await ours.buyer.get(`/api/v1/products/${productId}`)
  expect(body.data.availability.available).toBe(19)
  const { refunded, captured } = await read(`payments/${paymentId}`)
  expect(refunded).toEqual(captured)
})

it('a manual refund reduces the price: documents, budgets and the payment agree, and nothing is refunded twice', async () => {
  const budget = { name: 'Workshop', costCenter: '4711', period: 'YEAR', limit: eur('1000.00') }
  expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)
  const { orderId, paymentId } = await anOrder('card', { costCenter: '4711' })
  const lines = [{ lineNumber: 1, quantity: 2 }]
  await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, { lines })
  const by = (client: Client, amount: string) =>
    client.post(`/api/v1/payments/${paymentId}/refunds`, { amount: eur(amount) }, { key: aKey() })
  expect((await by(operator, '10.00')).status).toBe(201)

  const reduced = (order: Record<string, unknown>) =>
    (order.timeline as { kind: string }[]).some(({ kind }) => kind === 'PRICE_REDUCED')
  await until(orderId, reduced)
  const documents = async () => {
    const found = await read(`invoices?orderId=${orderId}`)
    const sign = ({ kind }: { kind: string }) => (kind === 'INVOICE' ? 1 : -1)
    const total = (one: { kind: string; total: { amount: string } }) =>
      sign(one) * Number(one.total.amount)
    return found.map(total).reduce((sum: number, one: number) => sum + one, 0)
  }
  const spent = async () => {
    const { body } = await ours.admin.get('/api/v1/budgets')
    return Number(body.data.budgets[0].usages[0].committed.amount)
  }
  const kept = async () => {
    const { captured, refunded } = await read(`payments/${paymentId}`)
    return Number(captured.amount) - Number(refunded.amount)
  }
  expect(await spent()).toBeCloseTo(await kept(), 2)
  // Of what has left there is a credit note; the invoice of the rest would have said it.
  const twoPieces = Number((await read(`payments/${paymentId}`)).captured.amount) / 2
  await vi.waitFor(async () => expect(await documents()).toBeCloseTo(twoPieces - 5, 2), patience)

  expect((await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200)
  await vi.waitFor(async () => expect(await kept()).toBeCloseTo(twoPieces - 5, 2), patience)
  expect(await spent()).toBeCloseTo(twoPieces - 5, 2)
  expect(await documents()).toBeCloseTo(twoPieces - 5, 2)
  const [{ id: shipmentId }] = (await read(`orders/${orderId}`)).shipments
  await ours.buyer.post(`/api/v1/orders/${orderId}/deliveries`, { shipmentId })
  const back = [{ ...lines[0], reason: 'NOT_NEEDED' }]
  const asked = await ours.buyer.post(`/api/v1/orders/${orderId}/returns`, { lines: back })
  const returnId = asked.body.data.returns[0].id
  const path = `/api/v1/orders/${orderId}/returns/${returnId}/accept`
  expect((await supplier.admin.post(path, { restock: true })).status).toBe(200)
  await vi.waitFor(async () => expect(await kept()).toBeCloseTo(0, 2), patience)
  expect(await spent()).toBeCloseTo(0, 2)
  await vi.waitFor(async () => expect(await documents()).toBeCloseTo(0, 2), patience)
})

it('a manual refund names a line or a supplier, and only that supplier gets a credit note', async () => {
  const [first, other] = [await world.company(), await world.company()]
  const { pool } = world.parts.platform.database
  await sql`
    update identity.companies set vat_id = 'DE123456789' where id in (${first.companyId}, ${other.companyId})
  `.execute(pool)
  const of = (supplierCompanyId: string) =>
    aProduct(world.parts.platform.database, {
      supplierCompanyId,
      unitPrice: '25.00',
      taxClass: 'standard',
    })
  const products = [await of(first.companyId), await of(first.companyId), await of(other.companyId)]
  const lines = products.map(({ id: productId }) => ({ productId, quantity: 2 }))
  const wish = { lines, shipTo, payment: { method: 'invoice' } }
  const { body } = await ours.buyer.post('/api/v1/orders', wish, { key: aKey() })
  const { orderId } = body.data.checkout
  const paymentId = body.data.payment.id
  for (const { admin } of [first, other]) {
    expect((await admin.post(`/api/v1/orders/${orderId}/shipments`, {})).status).toBe(201)
  }
  const invoices = async (kind: string, count: number) =>
    vi.waitFor(async () => {
      const found = await read(`invoices?orderId=${orderId}&kind=${kind}`)
      expect(found).toHaveLength(count)
      return found
    }, patience)
  await invoices('INVOICE', 2)
  const captured = await ours.buyer.post(`/api/v1/payments/${paymentId}/capture`, {})
  expect(captured.status).toBe(200)

  const refund = (input: object) =>
    operator.post(`/api/v1/payments/${paymentId}/refunds`, input, { key: aKey() })
  const amount = eur('5.95')
  const unnamed = await refund({ amount })
  expect(codeOf(unnamed)).toEqual([422, 'payments.refund_purpose_required'])
  expect(unnamed.body.meta.details?.suppliers).toHaveLength(2)
  expect(codeOf(await refund({ amount, for: { lineNumber: 4 } }))).toEqual([
    422,
    'payments.refund_part_unknown',
  ])
  const beyond = await refund({ amount: eur('59.51'), for: { lineNumber: 3 } })
  expect(codeOf(beyond)).toEqual([422, 'payments.refund_exceeds_part'])
  expect(beyond.body.meta.details?.refundable).toBe('59.50')

  const granted = await refund({ amount, for: { lineNumber: 3 } })
  expect(granted.status).toBe(201)
  expect(granted.body.data).toMatchObject({ for: { lineNumber: 3 } })
  const [note] = await invoices('CREDIT_NOTE', 1)
  expect(note).toMatchObject({ supplierId: other.companyId, net: eur('5.00'), tax: eur('0.95') })

  const path = `/api/v1/supplier/orders/${orderId}/refunds`
  const grant = (client: Client, input: object) => client.post(path, input, { key: aKey() })
  expect(codeOf(await grant(first.admin, { amount, lineNumber: 3 }))).toEqual([
    422,
    'orders.line_not_found',
  ])
  expect(codeOf(await grant(ours.admin, { amount }))).toEqual([404, 'orders.order_not_found'])
  expect(codeOf(await grant(first.admin, { amount: eur('119.01') }))).toEqual([
    422,
    'payments.refund_exceeds_part',
  ])
  const given = await grant(first.admin, { amount, reason: 'Late.' })
  expect(given.status).toBe(201)
  expect(given.body.data).toMatchObject({ for: { supplierId: first.companyId }, amount })
  const [theirs] = await invoices('CREDIT_NOTE', 2)
  expect(theirs).toMatchObject({ supplierId: first.companyId, total: amount })
})

it('a checkout that waits for its card can be cancelled twice with the same answer', async () => {
  const { id: productId } = await aProduct(world.parts.platform.database, { unitPrice: '25.00' })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
  const { id } = (await checkOut(ours.buyer, version)).body.data
  await handOver(ours.buyer, id)
  const cancel = () => ours.buyer.post(`/api/v1/checkout/${id}/cancel`)
  const [first, second] = [await cancel(), await cancel()]
  expect(first.body.data).toMatchObject({
    state: 'FAILED',
    failure: { code: 'checkout.cancelled' },
  })
  expect([second.status, second.body.data]).toEqual([200, first.body.data])
})

async function until(orderId: string, isSo: (order: Record<string, string>) => boolean) {
  const patience = performance.now() + 60_000
  for (;;) {
    const order = await read(`orders/${orderId}`)
    if (isSo(order)) return order
    if (performance.now() > patience) throw new Error(`${orderId} is ${order.state}`)
    await wait(25)
  }
}

async function anOrder(
  method: 'card' | 'invoice',
  { quantity = 4, ...more }: { quantity?: number; costCenter?: string } = {},
) {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '25.00',
    onHand: 20,
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity }])
  const { id: checkoutId } = (await checkOut(ours.buyer, version, more)).body.data
  const handed = await handOver(ours.buyer, checkoutId, { method })
  const { payment } = handed.body.data
  if (method === 'card') await atThePage(payment.redirectUrl, 'pay')
  const { orderId } = await untilEnded(ours.buyer, checkoutId)
  return { productId, orderId: orderId as string, paymentId: payment.id as string }
}

async function anApprover() {
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
}

const read = async (path: string) => (await ours.buyer.get(`/api/v1/${path}`)).body.data

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const codeOf = ({ status, body }: Reply) => [status, body.meta?.code]
