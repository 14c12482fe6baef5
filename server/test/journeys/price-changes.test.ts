import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { codeOf } from './approvals-client.ts'
import { aBudget } from './booked.ts'
import { aKey } from './client.ts'
import { atThePage, giveCredit, shipTo, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)
const bolt = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 1_000 }
const { id: productId } = await aProduct(database, bolt)
const order = { lines: [{ productId, quantity: 3 }], shipTo }
const euros = (amount: string) => ({ amount, currency: 'EUR' })

it('a company says how much higher a price it takes without a decision', async () => {
  const path = '/api/v1/company/order-tolerances'
  const { buyer, admin, companyId } = await world.company()
  await giveCredit(world, companyId, 1_000_000n)
  expect((await buyer.get(path)).body.data).toMatchObject({ higherPricePercent: '0' })
  for (const higherPricePercent of ['100.01', '-1', '1.001', '']) {
    expect((await admin.patch(path, { higherPricePercent })).status).toBe(400)
  }
  const unknown = await admin.patch(path, { higherPriceAmount: { amount: '1', currency: 'XQQ' } })
  expect(codeOf(unknown)).toBe('orders.currency_unknown')
  const limits = { higherPricePercent: '4.50', higherPriceAmount: euros('0.4') }
  const changed = await admin.patch(path, limits)
  const stored = { higherPricePercent: '4.5', higherPriceAmount: euros('0.40') }
  expect(changed.body.data).toMatchObject(stored)
  expect((await buyer.get(path)).body.data).toEqual(changed.body.data)

  const placed = await buyer.post(
    '/api/v1/orders',
    { ...order, payment: { method: 'invoice' } },
    { key: aKey() },
  )
  const { id, total } = placed.body.data.order
  const answered = await answer(id, 1, '10.40')
  expect(answered.lines[1]).toMatchObject({ followsLine: 1, quantity: 3 })
  const { total: after } = (await buyer.get(`/api/v1/orders/${id}`)).body.data
  expect(Number(after.amount)).toBeGreaterThan(Number(total.amount))
  expect((await answer(id, 2, '10.41')).lines[1].proposalId).toBeDefined()
})

it('a lower price of an order by card goes back to the card, and a higher one waits for its payment', async () => {
  const body = { ...order, payment: { method: 'card' } }
  const placed = await ours.buyer.post('/api/v1/orders', body, { key: aKey() })
  await atThePage(placed.body.data.payment.redirectUrl, 'pay')
  const { orderId: id } = await untilEnded(ours.buyer, placed.body.data.checkout.id)
  const { paymentId } = (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data
  const paymentOf = async () => (await ours.buyer.get(`/api/v1/payments/${paymentId}`)).body.data
  await answer(id, 1, '9.00')
  await expect
    .poll(async () => (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data.credits)
    .toMatchObject([{ state: 'SETTLED' }])
  const before = await paymentOf()
  const { proposalId } = (await answer(id, 2, '9.50')).lines[1]
  const decision = `/api/v1/orders/${id}/proposals/${proposalId}`
  const accepted = await ours.buyer.post(`${decision}/accept`, {})
  expect(accepted.body.data).toMatchObject({ lines: [{}, { proposalId, cancelledQuantity: 0 }] })
  expect(accepted.body.data.awaitedPayments).toHaveLength(1)
  expect(await paymentOf()).toEqual(before)
  const refund = { amount: euros('1.00'), lineNumber: 2 }
  const granted = await supplier.integration.post(`/api/v1/supplier/orders/${id}/refunds`, refund, {
    key: aKey(),
  })
  expect(granted.status, JSON.stringify(granted.body)).toBeLessThan(300)
  const acceptNow = async () => codeOf(await ours.buyer.post(`${decision}/accept`, {}))
  await expect.poll(acceptNow).toBe('orders.price_not_changeable')
  expect((await ours.buyer.post(`${decision}/refuse`, {})).status).toBe(200)
  const lines = [{ lineNumber: 2, status: 'CHANGED', unitPrice: euros('8.00') }]
  const lower = await supplier.integration.post(`/api/v1/supplier/orders/${id}/response`, { lines })
  expect(codeOf(lower)).toBe('orders.price_not_changeable')
})

it('a product in the place of another one becomes a line once the buyer accepts it', async () => {
  await aBudget(ours, 'A')
  const placed = await ours.buyer.post(
    '/api/v1/orders',
    { ...order, costCenter: 'A', payment: { method: 'invoice' } },
    { key: aKey() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { id } = placed.body.data.order
  const nut = await aProduct(database, bolt)
  const offer = async (line: object) => {
    const response = `/api/v1/supplier/orders/${id}/response`
    const body = { lines: [{ lineNumber: 1, status: 'CHANGED', ...line }] }
    const answered = await supplier.integration.post(response, body)
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    return (await ours.buyer.get(`/api/v1/orders/${id}/proposals`)).body.data
  }
  const substituteProductId = nut.id
  const [dearer] = await offer({ substituteProductId, unitPrice: euros('350.00') })
  const refused = await ours.buyer.post(`/api/v1/orders/${id}/proposals/${dearer.id}/accept`, {})
  expect(codeOf(refused)).toBe('budgets.exceeded')
  const data = await offer({ substituteProductId })
  expect(data[0].lines[0].after).toMatchObject({
    unitPrice: euros('10.00'),
    substitute: { productId: nut.id, sku: nut.sku, name: nut.name },
  })
  const page = await pageOf(id)
  expect(page).toContain(`${nut.name} (${nut.sku}) in its place`)
  expect(page).not.toContain('instead of')
  const accepted = await ours.buyer.post(`/api/v1/orders/${id}/proposals/${data[0].id}/accept`, {})
  expect(accepted.body.data.lines).toMatchObject([
    { cancelledQuantity: 3 },
    { productId: nut.id, followsLine: 1, quantity: 3 },
  ])
})

/** The account page of the order, as a buyer of our company sees it. */
async function pageOf(orderId: string): Promise<string> {
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(await aPerson(database, { companyId: ours.companyId, role: 'buyer' }))
  return (await browser.get(`/account/orders/${orderId}`)).html
}

/** Returns what the supplier sees of the order then. */
async function answer(orderId: string, lineNumber: number, amount: string) {
  const lines = [{ lineNumber, status: 'CHANGED', unitPrice: euros(amount) }]
  const { status, body } = await supplier.integration.post(
    `/api/v1/supplier/orders/${orderId}/response`,
    { lines },
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
