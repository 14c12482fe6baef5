import { describe, expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()

describe('a free order', () => {
  it('is placed at once, PAID and without a payment, and refunds nothing', async () => {
    const { id: productId } = await freeProduct()
    const line = { productId, quantity: 3 }
    const validated = await ours.buyer.post('/api/v1/orders/validate', orderOf(line))
    expect(validated.body.data.totals.total.amount).toBe('0.00')

    const { status, body } = await place(ours.buyer, line)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      order: { state: 'PLACED', paymentState: 'PAID' },
      checkout: { state: 'COMPLETED' },
    })
    expect(body.data).not.toHaveProperty('payment')
    expect(body.data.order).not.toHaveProperty('paymentId')
    const path = `/api/v1/orders/${body.data.order.id}`
    const operator = await world.operator()
    const lines = [{ lineNumber: 1, quantity: 2 }]
    expect((await operator.post(`${path}/shipments`, { lines })).status).toBe(201)
    expect((await ours.buyer.post(`${path}/cancel`, {})).body.data.credits).toEqual([])
    const [{ id: shipmentId }] = (await ours.buyer.get(path)).body.data.shipments
    await ours.buyer.post(`${path}/deliveries`, { shipmentId })
    const back = { lines: [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED' }] }
    const asked = await ours.buyer.post(`${path}/returns`, back)
    const accept = `${path}/returns/${asked.body.data.returns[0].id}/accept`
    const accepted = await operator.post(accept, { restock: true })
    expect(accepted.body.data).toMatchObject({ paymentState: 'PAID', credits: [] })
    expect(await stockOf(world.parts.platform.database, productId)).toEqual({
      on_hand: 9,
      reserved: 0,
      committed: 1,
    })
  })

  it('waits for the approval of its rule', async () => {
    const { buyer, approver, admin } = await world.company()
    const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
    expect((await admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const { id: productId } = await freeProduct()
    const { body } = await place(buyer, { productId, quantity: 1 })
    expect(body.data.order).toMatchObject({ state: 'PENDING_APPROVAL', paymentState: 'PAID' })
    const [approval] = (await approver.get('/api/v1/approvals')).body.data
    const { contentHash } = approval
    const agreed = await approver.post(`/api/v1/approvals/${approval.id}/approve`, { contentHash })
    expect(agreed.status).toBe(200)
    const order = await buyer.get(`/api/v1/orders/${body.data.order.id}`)
    expect(order.body.data).toMatchObject({ state: 'PLACED', paymentState: 'PAID' })
  })
})

const freeProduct = () => aProduct(world.parts.platform.database, { unitPrice: '0.00', onHand: 10 })

const orderOf = (line: object) => ({ lines: [line], shipTo, payment: { method: 'card' } })

const place = (client: Client, line: object) =>
  client.post('/api/v1/orders', orderOf(line), { key: aKey() })
