import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { checkOut, fillCart, payAtPage } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()

it('the number of an order stands in every list of what belongs to it, and in its file', async () => {
  const budget = { name: 'Workshop', costCenter: '4711', period: 'YEAR', limit: eur('1000.00') }
  const { id: budgetId } = (await ours.admin.post('/api/v1/budgets', budget)).body.data
  const { id: orderId, number: orderNumber, paymentId } = await buy({ costCenter: '4711' })
  const named = { orderId, orderNumber }
  expect((await ours.integration.get(`/api/v1/payments/${paymentId}`)).body.data).toMatchObject(
    named,
  )
  for (const [client, path, query] of [
    [ours.integration, '/api/v1/payments', ''],
    [ours.buyer, '/api/v1/checkout', ''],
    [operator, '/admin/payments', `?companyId=${ours.companyId}`],
  ] as const) {
    expect((await client.get(`${path}${query}`)).body.data, path).toMatchObject([named])
    const file = await fetch(`${world.baseUrl}${path}.csv${query}`, { headers: client.headers })
    expect(await file.text(), path).toContain(`"${orderNumber}"`)
  }
  const { data: entries } = (await ours.admin.get(`/api/v1/budgets/${budgetId}/entries`)).body
  expect(entries).toMatchObject([named, named])
})

async function buy(more: Record<string, unknown>) {
  const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
  const started = await checkOut(ours.buyer, version, more)
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  const { orderId, payment } = await payAtPage(ours.buyer, started.body.data.id)
  const { body } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
  return { ...body.data, paymentId: payment.id }
}

const eur = (amount: string) => ({ amount, currency: 'EUR' })
