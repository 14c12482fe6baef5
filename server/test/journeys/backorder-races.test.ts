import { expect, it } from 'vitest'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { type Books, readBooks } from '../model/books.ts'
import { checkAlways } from '../model/invariants.ts'
import { aKey, type Reply } from './client.ts'
import { shipTo } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { platform, modules } = world.parts
const { database } = platform

it('64 simultaneous answers, changes and cancellations of a line that waits end in one history with exact sums', async () => {
  const ours = await world.company()
  const { companyId } = ours
  const supplier = await aSupplier(world)
  const product = await aProduct(database, {
    supplierCompanyId: supplier.id,
    taxClass: 'standard',
    unitPrice: '0.37',
    onHand: 3,
    backorder: { leadTimeDays: 10, maxQuantity: quantityOf(200) },
  })
  const terms = { companyId, limit: money(1_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, new Date()))
  const budget = { name: 'Workshop', costCenter: '4711', period: 'YEAR', limit: eur('1000.00') }
  expect((await ours.admin.post('/api/v1/budgets', budget)).status).toBe(201)
  const contract = await supplier.admin.post('/api/v1/contracts', {
    buyerCompanyId: companyId,
    reference: 'FW-1',
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000.00', percent: '1' }] },
  })
  const quotas = [{ productId: product.id, measure: 'QUANTITY', maximum: '100' }]
  await supplier.admin.put(`/api/v1/contracts/${contract.body.data.id}/quotas`, { quotas })
  const order = { lines: [{ productId: product.id, quantity: 90 }], shipTo, costCenter: '4711' }
  const net = { ...order, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', net, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { id } = placed.body.data.order

  const line = (what: object) => ({ lines: [{ lineNumber: 1, ...what }] })
  const answer = (what: object) =>
    supplier.admin.post(`/api/v1/supplier/orders/${id}/response`, line(what))
  const steps: readonly ((turn: number) => Promise<Reply>)[] = [
    () => answer({ status: 'ACCEPTED' }),
    (turn) => answer({ status: 'CHANGED', quantity: 80 - turn, note: 'We have fewer.' }),
    (turn) => answer({ status: 'CHANGED', unitPrice: eur(`0.${36 - turn}`) }),
    () => answer({ status: 'BACKORDERED', promisedDate: '2040-01-31' }),
    (turn) =>
      ours.buyer.post(`/api/v1/orders/${id}/changes`, {
        ...line({ quantity: 72 - turn }),
        reason: 'We need fewer.',
      }),
    () => ours.buyer.post(`/api/v1/orders/${id}/cancel`, line({ quantity: 1 })),
    () => arrives(2),
    () => decideAll(),
  ]
  const arrives = async (pieces: number): Promise<Reply> => {
    await sql`
      update products.stock set on_hand = on_hand + ${pieces * 1000} where product_id = ${product.id}
    `.execute(database.pool)
    stocked += pieces
    await modules.fulfilment.serveBackorders()
    return { status: 200 } as Reply
  }
  const decideAll = async (): Promise<Reply> => {
    const { lines } = (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data
    const { proposalId, changeRequestId } = lines[0]
    return proposalId
      ? ours.buyer.post(`/api/v1/orders/${id}/proposals/${proposalId}/accept`, {})
      : supplier.admin.post(`/api/v1/supplier/orders/${id}/changes/${changeRequestId}/accept`, {})
  }
  let stocked = 3
  const books = async (): Promise<Books> => {
    const found = await readBooks(database.pool, companyId, [product.id])
    checkAlways(found, new Map([[product.id, stocked]]))
    return found
  }
  await books()
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) =>
      steps[at % steps.length]?.(Math.floor(at / steps.length)),
    ),
  )
  const statuses = new Map(replies.map((reply) => [reply?.status, reply?.body?.meta?.code]))
  expect(Math.max(...[...statuses.keys()].map(Number)), JSON.stringify([...statuses])).toBeLessThan(
    500,
  )
  const after = await books()
  expect(after.orders[0]?.lines.some(({ waiting }) => waiting > 0)).toBe(true)
  expect(after.quotas[0]?.calledOff).toBe(leftIn(after))
  const versions = await sql<{ version: number }>`
    select version from orders.timeline where company_id = ${companyId} and order_id = ${id} order by version
  `.execute(database.pool)
  expect(versions.rows.map(({ version }) => version)).toEqual(versions.rows.map((_, at) => at + 1))

  // Whatever has become of it: when all of it is cancelled, all of it is back.
  expect((await ours.buyer.post(`/api/v1/orders/${id}/cancel`, {})).status).toBe(200)
  await modules.fulfilment.settleCredits()
  const ended = await books()
  expect(ended.stock).toMatchObject([{ onHand: stocked, committed: 0, backordered: 0 }])
  expect(ended.credit).toMatchObject({ used: 0, owed: 0 })
  expect(ended.budgets).toMatchObject([{ held: 0, committed: 0 }])
  expect(ended.quotas).toMatchObject([{ held: 0, calledOff: 0 }])
  const [payment] = ended.payments
  expect(payment && payment.authorized - payment.voided - payment.refunded).toBe(0)
})

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const leftIn = ({ orders }: Books) =>
  orders.flatMap(({ lines }) => lines).reduce((sum, one) => sum + one.quantity - one.cancelled, 0)
