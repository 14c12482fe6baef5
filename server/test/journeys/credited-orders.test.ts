import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { checkOut, fillCart, giveCredit, handOver } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await world.company()
const operator = await world.operator()
await giveCredit(world, ours.companyId)

it('on net terms an order whose goods all went back is CREDITED and CLOSED', async () => {
  const id = await aDeliveredOrder(3)
  await giveBack(id, 2)
  expect(await read(id)).toMatchObject({ state: 'DELIVERED', paymentState: 'UNPAID' })
  await giveBack(id, 1)
  const order = await untilPaymentState(id, 'CREDITED')
  expect(order.state).toBe('CLOSED')
  const kinds = order.timeline.map(({ kind }: { kind: string }) => kind)
  expect(kinds.slice(-2)).toEqual(['PAYMENT_CREDITED', 'CLOSED'])

  const filter = 'paymentState=CREDITED'
  const listed = await ours.buyer.get(`/api/v1/orders?${filter}`)
  expect(listed.body.data).toMatchObject([{ id, state: 'CLOSED', paymentState: 'CREDITED' }])
  const found = await operator.get(`/admin/orders/search?companyId=${ours.companyId}&${filter}`)
  expect(found.body.data).toMatchObject([{ orderId: id, paymentState: 'CREDITED' }])
  const supplied = await supplier.integration.get(`/api/v1/supplier/orders/${id}`)
  expect(supplied.body.data).toMatchObject({ state: 'CLOSED', paymentState: 'CREDITED' })
})

it('also when a part was cancelled, a part was missing, and the debt was charged to the account', async () => {
  const id = await anOrder(4)
  const path = `/api/v1/orders/${id}`
  await ours.buyer.post(`${path}/cancel`, { lines: [{ lineNumber: 1, quantity: 1 }] })
  const shipped = await supplier.integration.post(`${path}/shipments`, {})
  const { paymentId } = shipped.body.data
  const shipmentId = shipped.body.data.shipments[0].id
  const lines = [{ lineNumber: 1, missing: 1 }]
  await ours.buyer.post(`${path}/deliveries`, { shipmentId, lines })
  await ours.buyer.post(`/api/v1/payments/${(await read(id)).paymentId ?? paymentId}/capture`, {})
  await giveBack(id, 1, 'MISSING')
  await giveBack(id, 2)
  expect(await untilPaymentState(id, 'CREDITED')).toMatchObject({ state: 'CLOSED' })
})

it('an order of an earlier release that ended as DELIVERED and VOIDED is CREDITED and CLOSED', async () => {
  const { pool } = world.parts.platform.database
  const id = await aDeliveredOrder(1)
  const kept = await aDeliveredOrder(1)
  await giveBack(id, 1)
  await untilPaymentState(id, 'CREDITED')
  await sql`
    update orders.orders set state = 'DELIVERED', payment_state = 'VOIDED'
    where company_id = ${ours.companyId} and id = ${id}
  `.execute(pool)
  const migration = new URL('../../migrations/0081_orders_credited.sql', import.meta.url)
  const text = await readFile(migration, 'utf8')
  const correction = sql.raw(text.slice(text.indexOf('with on_terms')))
  await sql`/* across companies: as a migration */ ${correction}`.execute(pool)
  expect(await read(id)).toMatchObject({ state: 'CLOSED', paymentState: 'CREDITED' })
  expect(await read(kept)).toMatchObject({ state: 'DELIVERED', paymentState: 'UNPAID' })
})

it('an order that was cancelled before goods had left is VOIDED', async () => {
  const id = await anOrder(1)
  await ours.buyer.post(`/api/v1/orders/${id}/cancel`, {})
  expect(await untilPaymentState(id, 'VOIDED')).toMatchObject({ state: 'CANCELLED' })
})

async function anOrder(quantity: number): Promise<string> {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '10.00',
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity }])
  const { body } = await checkOut(ours.buyer, version)
  const handed = await handOver(ours.buyer, body.data.id, { method: 'invoice' })
  return handed.body.data.checkout.orderId
}

async function aDeliveredOrder(quantity: number): Promise<string> {
  const id = await anOrder(quantity)
  const { body } = await supplier.integration.post(`/api/v1/orders/${id}/shipments`, {})
  const shipmentId = body.data.shipments[0].id
  const arrived = await ours.buyer.post(`/api/v1/orders/${id}/deliveries`, { shipmentId })
  expect(arrived.body.data.state).toBe('DELIVERED')
  return id
}

async function giveBack(id: string, quantity: number, reason = 'NOT_NEEDED'): Promise<void> {
  const path = `/api/v1/orders/${id}/returns`
  const { body } = await ours.buyer.post(path, { lines: [{ lineNumber: 1, quantity, reason }] })
  const { id: returnId } = body.data.returns.at(-1)
  const accept = await supplier.admin.post(`${path}/${returnId}/accept`, { restock: true })
  expect(accept.status).toBe(200)
}

async function read(id: string) {
  return (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data
}

async function untilPaymentState(id: string, paymentState: string) {
  await expect
    .poll(async () => (await read(id)).paymentState, { timeout: 20_000 })
    .toBe(paymentState)
  return read(id)
}
