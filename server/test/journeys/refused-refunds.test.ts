import { expect, it, vi } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { operations } from './operations.ts'
import { buyByCard, checkOut, fillCart, handOver } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld({ settings: { ORDERS_REFUSALS_MAX: '1' } })
const operator = await world.operator()
const ours = await world.company()

it('a refund that the provider refuses waits for an operator, who records a refund outside', async () => {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    unitPrice: '25.00',
    onHand: 20,
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
  const { orderId, payment } = await buyByCard(ours.buyer, version)
  await fetch(`${world.sandboxUrl}/payments/test/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refund: 'refuse', merchantReference: payment.id }),
  })
  const cancelled = await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})
  const [credit] = cancelled.body.data.credits
  expect(credit).toMatchObject({ state: 'REFUSED' })

  const { body: listed } = await operator.get('/admin/orders/stuck?reason=CREDIT_REFUSED')
  expect(listed.data).toMatchObject([
    { orderId, creditId: credit.id, amount: credit.amount, state: 'CANCELLED' },
  ])
  expect(listed.data[0].lastError).toMatch(/refused/)
  await expect
    .poll(() => operations(operator))
    .toMatchObject({
      orders: {
        problems: expect.arrayContaining([
          expect.objectContaining({ code: 'orders.credit-refused' }),
        ]),
      },
    })

  const path = `/admin/orders/${orderId}/credits/${credit.id}/settle`
  const note = 'Transferred to the account of the buyer.'
  expect((await ours.admin.post(path, { note })).status).toBe(403)
  expect((await operator.post(path, { note: ' ' })).status).toBe(400)
  const key = aKey()
  const settled = await operator.post(path, { note }, { key })
  expect(settled.body.data.credits).toMatchObject([
    { state: 'SETTLED', settledAmount: credit.amount },
  ])
  expect((await operator.post(path, { note }, { key })).status).toBe(200)
  const again = await operator.post(path, { note })
  expect([again.status, again.body.meta.code]).toEqual([409, 'orders.credit_not_refused'])

  const { body: paid } = await ours.buyer.get(`/api/v1/payments/${payment.id}`)
  expect(paid.data).toMatchObject({
    state: 'REFUNDED',
    refunded: { amount: '0.00' },
    paidOut: credit.amount,
  })
  expect(paid.data.refunds.at(-1)).toMatchObject({ way: 'OTHERWISE', reason: note })
  const { body: order } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
  expect(order.data.timeline.at(-1)).toMatchObject({
    kind: expect.stringMatching(/CREDIT|PAYMENT/),
  })
  expect((await operator.get('/admin/orders/stuck?reason=CREDIT_REFUSED')).body.data).toEqual([])
})

it('a payment without an order is refunded, or waits for an operator when the provider refuses', async () => {
  const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 20 })
  const sandbox = (path: string, body: object) =>
    fetch(`${world.sandboxUrl}/payments/test/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const paidForNothing = async (refuses: boolean) => {
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { id } = (await checkOut(ours.buyer, version)).body.data
    const { id: paymentId } = (await handOver(ours.buyer, id)).body.data.payment
    expect((await ours.buyer.post(`/api/v1/checkout/${id}/cancel`)).status).toBe(200)
    expect(
      (await ours.buyer.delete(`/api/v1/cart?expectedSnapshotVersion=${await cartVersion()}`))
        .status,
    ).toBe(200)
    if (refuses) await sandbox('faults', { refund: 'refuse', merchantReference: paymentId })
    expect((await sandbox('late-captures', { merchantReference: paymentId })).ok).toBe(true)
    return { checkoutId: id as string, paymentId: paymentId as string }
  }
  const cartVersion = async () => (await ours.buyer.get('/api/v1/cart')).body.data.snapshotVersion
  const stateOf = async (id: string) =>
    (await ours.buyer.get(`/api/v1/payments/${id}`)).body.data.state
  const patience = { timeout: 60_000, interval: 50 }
  const listed = async () =>
    (await operator.get('/admin/orders/checkout/refunds?state=REFUSED')).body.data

  const taken = await paidForNothing(false)
  await vi.waitFor(async () => expect(await stateOf(taken.paymentId)).toBe('REFUNDED'), patience)
  const { checkoutId, paymentId } = await paidForNothing(true)
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1), patience)
  expect(await listed()).toMatchObject([
    { paymentId, checkoutId, companyId: ours.companyId, state: 'REFUSED', refusals: 1 },
  ])
  await expect
    .poll(() => operations(operator))
    .toMatchObject({
      checkoutLifecycle: {
        problems: expect.arrayContaining([
          expect.objectContaining({ code: 'checkout.refund-refused' }),
        ]),
      },
    })

  const path = `/admin/orders/checkout/refunds/${paymentId}`
  expect((await ours.admin.post(`${path}/settle`, { note: 'x' })).status).toBe(403)
  const again = await operator.post(`${path}/retry`, {})
  expect(again.body.data).toMatchObject({ state: 'WAITING', refusals: 0 })
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1), patience)
  const note = 'Transferred to the account of the payer.'
  const key = aKey()
  const settled = await operator.post(`${path}/settle`, { note }, { key })
  expect(settled.body.data).toMatchObject({ state: 'SETTLED' })
  expect(settled.body.data.settledAmount).toEqual(settled.body.data.amount)
  expect((await operator.post(`${path}/settle`, { note }, { key })).status).toBe(200)
  const late = await operator.post(`${path}/settle`, { note })
  expect([late.status, late.body.meta.code]).toEqual([409, 'checkout.refund_not_refused'])
  const { body } = await ours.buyer.get(`/api/v1/payments/${paymentId}`)
  expect(body.data).toMatchObject({ state: 'REFUNDED', paidOut: settled.body.data.amount })
  expect(await listed()).toEqual([])
})
