import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from './world.ts'

let world: World
let operator: Client
let ours: CompanyOfWorld

beforeAll(async () => {
  world = await aWorld({ settings: { ORDERS_REFUSALS_MAX: '1' } })
  operator = await world.operator()
  ours = await world.company()
})
afterAll(() => world.close())

it('a refund that the provider refuses waits for an operator, who has paid it by another way and says so', async () => {
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
  const { body: health } = await operator.get('/health/ops')
  expect(health).toMatchObject({
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
