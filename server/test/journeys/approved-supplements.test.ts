import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { settleSupplement } from '../../src/modules/purchasing/orders/supplements/settle-supplement.ts'
import { anAccountBrowser } from './account-browser.ts'
import { approve, eventsTo, reject, textsTo } from './approvals-client.ts'
import { aKey } from './client.ts'
import { atThePage, orderByCard } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await world.company()
const euros = (amount: string) => ({ amount, currency: 'EUR' })

it('a dearer line that others have approved binds when the buyer has paid it, also after a declined card', async () => {
  const sale = await aDearerLine()
  const { ours, orderId, accept, proposal, read, heldMinor } = sale
  expect((await accept()).body.data.awaitedPayments ?? []).toEqual([])
  expect(await proposal()).toMatchObject({ state: 'PROPOSED', awaitsApproval: true })
  const added = await heldMinor()
  expect(added).toBeGreaterThanOrEqual(150)

  const before = await read()
  expect((await approve(ours.approver, await openRequest(ours))).status).toBe(200)
  expect(await proposal()).toMatchObject({ state: 'PROPOSED', approvedLines: [1] })
  expect(await proposal()).not.toHaveProperty('awaitsApproval')
  const approved = await read()
  expect(approved).toMatchObject({ total: before.total, version: before.version + 1 })
  expect(approved.lines).toEqual(before.lines)
  expect(await heldMinor()).toBe(added)
  await expect
    .poll(() => textsTo(world, ours.buyer), patience)
    .toContainEqual(expect.stringContaining('counts when you have paid that by card'))
  const page = await pageOf(ours, orderId)
  expect(page).toContain('Others have approved it. It counts when you pay by card.')
  expect(page).toContain('>Pay</button>')
  // Refuse is about the line, Pay about all that was approved together.
  expect(page).toMatch(
    /name="lineNumbers" value="1">\s*<input type="hidden" name="approvedLines" value="1">/,
  )

  const [first] = (await accept()).body.data.awaitedPayments
  expect(minor(first.amount)).toBe(added)
  await atThePage(first.redirectUrl, 'decline')
  await expect.poll(async () => (await proposal()).awaitedPayments, patience).toBeUndefined()
  expect(await proposal()).toMatchObject({ state: 'PROPOSED', approvedLines: [1] })
  const [second] = (await accept()).body.data.awaitedPayments
  await atThePage(second.redirectUrl, 'pay')
  await expect.poll(async () => (await proposal()).state, patience).toBe('ACCEPTED')

  const raised = await read()
  expect(raised.lines).toMatchObject([{ cancelledQuantity: 3 }, { followsLine: 1, quantity: 3 }])
  expect(await heldMinor()).toBe(0)
  expect(await keptMinor(sale)).toBe(minor(before.total) + added)
  expect(await eventsTo(world, ours.companyId, orderId)).toEqual(
    expect.arrayContaining([
      'order.raise_awaits_approval',
      'order.raise_approved',
      'order.change_payment_ended',
      'order.change_accepted',
    ]),
  )
})

it('an approval is used up if the order changes before the payment, and nothing is taken', async () => {
  const sale = await aDearerLine()
  const { ours, orderId, accept, proposal, read, heldMinor } = sale
  await accept()
  expect((await approve(ours.approver, await openRequest(ours))).status).toBe(200)
  const [awaited] = (await accept()).body.data.awaitedPayments
  expect((await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})).status).toBe(200)
  expect(await heldMinor()).toBe(0)
  expect((await read()).timeline.map(({ kind }: { kind: string }) => kind)).toContain(
    'RAISE_UNPAID',
  )
  await atThePage(awaited.redirectUrl, 'pay')
  await expect
    .poll(async () => (await paymentOf(ours, awaited.paymentId)).state, patience)
    .toMatch(/VOIDED|REFUNDED/)
  expect(await proposal()).toMatchObject({ state: 'LAPSED' })
  expect(await eventsTo(world, ours.companyId, orderId)).toContain('order.raise_ended')
  await expect
    .poll(() => textsTo(world, ours.buyer), patience)
    .toContainEqual(expect.stringContaining('The change was approved, but'))
})

it('what approvers reject begins no payment, and can be accepted again', async () => {
  const { ours, accept, proposal, heldMinor } = await aDearerLine()
  await accept()
  expect((await reject(ours.approver, await openRequest(ours))).status).toBe(200)
  expect(await heldMinor()).toBe(0)
  expect(await proposal()).not.toHaveProperty('approvedLines')
  expect((await accept()).body.data.awaitedPayments ?? []).toEqual([])
  expect(await proposal()).toMatchObject({ awaitsApproval: true })
})

it.each([
  ['paid', { isCancelled: false }],
  ['cancelled', { isCancelled: true }],
])(
  '64 simultaneous steps of a dearer line that is %s in the end come to one history',
  async (_, { isCancelled }) => {
    const sale = await aDearerLine()
    const { ours, orderId, accept, proposal, read, heldMinor } = sale
    const { total } = await read()
    const accepted = await Promise.all(Array.from({ length: 64 }, accept))
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
    const request = await openRequest(ours)
    const approved = await Promise.all(
      Array.from({ length: 64 }, () => approve(ours.approver, request)),
    )
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)

    const begun = await Promise.all(Array.from({ length: 32 }, accept))
    const payments = begun.map(({ body }) => body.data.awaitedPayments[0])
    expect(new Set(payments.map(({ paymentId }) => paymentId)).size).toBe(1)
    const [{ paymentId, redirectUrl, amount }] = payments
    await atThePage(redirectUrl, 'pay')
    const { fulfilmentDeps } = world.parts.modules
    const settle = () => settleSupplement(fulfilmentDeps, ours.companyId, paymentId)
    const cancel = () =>
      ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {
        lines: [{ lineNumber: 1, quantity: 3 }],
      })
    const steps = Array.from({ length: 64 }, (_, at) =>
      isCancelled && at % 4 === 3 ? cancel() : settle(),
    )
    await Promise.allSettled(steps)
    await expect.poll(async () => (await proposal()).state, patience).toMatch(/ACCEPTED|LAPSED/)
    await expect.poll(heldMinor, patience).toBe(0)
    await expect
      .poll(async () => (await paymentOf(ours, paymentId)).state, patience)
      .toMatch(/SUCCEEDED|REFUNDED|VOIDED/)
    const isBound = (await proposal()).state === 'ACCEPTED'
    expect(isBound || isCancelled).toBe(true)
    expect(await keptMinor(sale)).toBe(isBound ? minor(total) + minor(amount) : 0)
    const { rows } = await sql<{ state: string }>`
    select state from orders.raises where company_id = ${ours.companyId} and order_id = ${orderId}
  `.execute(database.pool)
    expect(rows).toEqual([{ state: isBound ? 'BOUND' : 'ENDED' }])
  },
)

const patience = { timeout: 60_000 }
const minor = ({ amount }: Amount) => Math.round(Number(amount) * 100)

type Sale = Awaited<ReturnType<typeof aDearerLine>>

/** What is paid and has not gone back is what the budget has committed. Returns it. */
async function keptMinor({ ours, orderId, read, usage }: Sale): Promise<number> {
  const isSettled = async () =>
    (await read()).credits.every(({ state }: { state: string }) => state === 'SETTLED')
  await expect.poll(isSettled, patience).toBe(true)
  const { data } = (await ours.buyer.get(`/api/v1/payments?orderId=${orderId}`)).body
  const left = data.map(({ captured, refunded }: Paid) => minor(captured) - minor(refunded))
  const kept = left.reduce((sum: number, one: number) => sum + one, 0)
  expect(minor((await usage()).committed)).toBe(kept)
  return kept
}

type Amount = { readonly amount: string }
type Paid = { readonly captured: Amount; readonly refunded: Amount }

/** Three pieces, paid by card, for which the supplier proposes a higher price. Whatever costs more needs an approval. */
async function aDearerLine() {
  const ours = await world.company()
  const goods = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
  const { id: productId } = await aProduct(database, goods)
  const budget = { name: 'Workshop', costCenter: '4711', period: 'YEAR', limit: euros('1000.00') }
  const { id: budgetId } = (await ours.admin.post('/api/v1/budgets', budget)).body.data
  const usage = async () =>
    (await ours.admin.get(`/api/v1/budgets/${budgetId}`)).body.data.usages[0]
  const body = { lines: [{ productId, quantity: 3 }], costCenter: '4711' }
  const orderId = await orderByCard(ours.buyer, body)
  const read = async () => (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
  const lines = [{ lineNumber: 1, status: 'CHANGED', unitPrice: euros('10.50') }]
  const response = `/api/v1/supplier/orders/${orderId}/response`
  expect((await supplier.integration.post(response, { lines })).status).toBe(200)
  const list = `/api/v1/orders/${orderId}/proposals`
  const proposal = async () => (await ours.buyer.get(list)).body.data[0]
  const { id } = await proposal()
  const accept = () => ours.buyer.post(`${list}/${id}/accept`, {}, { key: aKey() })
  const heldMinor = async () => minor((await usage()).held)
  return { ours, orderId, read, proposal, accept, usage, heldMinor }
}

async function openRequest({ approver }: CompanyOfWorld) {
  const [request] = (await approver.get('/api/v1/approvals')).body.data
  return request
}

async function paymentOf({ buyer }: CompanyOfWorld, paymentId: string) {
  return (await buyer.get(`/api/v1/payments/${paymentId}`)).body.data
}

async function pageOf({ companyId }: CompanyOfWorld, orderId: string): Promise<string> {
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(await aPerson(database, { companyId, role: 'buyer' }))
  return (await browser.get(`/account/orders/${orderId}`)).html
}
