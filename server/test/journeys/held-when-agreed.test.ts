import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { atThePage, checkOut, fillCart, handOver, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()

it('an order that is held after its last approval is neither charged nor placed before the release', async () => {
  const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
  expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
  const { orderId, paymentId } = await aHeldCard()
  const waiting = await ours.approver.get('/api/v1/approvals')
  const { id, contentHash } = waiting.body.data[0]

  await setCaptureFault('error_before', paymentId)
  const agreed = await ours.approver.post(`/api/v1/approvals/${id}/approve`, { contentHash })
  expect(agreed.body.data.state).toBe('APPROVING')
  await ours.admin.post(`/api/v1/orders/${orderId}/hold`, { reason: 'Not this month.' })
  await setCaptureFault(undefined, paymentId)
  await untilTried(id)
  expect(await orderOf(orderId)).toMatchObject({
    state: 'PENDING_APPROVAL',
    paymentState: 'AUTHORIZED',
  })

  await ours.admin.post(`/api/v1/orders/${orderId}/release`, {})
  expect(await orderOf(orderId)).toMatchObject({ state: 'PLACED' })
})

it('an order that is cancelled after its last approval waits for nobody', async () => {
  const { orderId, paymentId } = await aHeldCard()
  const waiting = await ours.approver.get('/api/v1/approvals')
  const { id, contentHash } = waiting.body.data[0]
  await setCaptureFault('error_before', paymentId)
  await ours.approver.post(`/api/v1/approvals/${id}/approve`, { contentHash })
  const takenBack = await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {})
  expect(takenBack.body.data.state).toBe('CANCELLED')
  await setCaptureFault(undefined, paymentId)
  expect((await ours.buyer.get(`/api/v1/approvals/${id}`)).body.data.state).toBe('WITHDRAWN')
  const { body } = await ours.buyer.get(`/api/v1/payments/${paymentId}`)
  expect(body.data).toMatchObject({ state: 'VOIDED', captured: { amount: '0.00' } })
})

const orderOf = async (id: string) => (await ours.buyer.get(`/api/v1/orders/${id}`)).body.data

async function aHeldCard(): Promise<{ orderId: string; paymentId: string }> {
  const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 5 })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
  const checkoutId = (await checkOut(ours.buyer, version)).body.data.id as string
  const handed = await handOver(ours.buyer, checkoutId, { method: 'card' })
  const { redirectUrl, id: paymentId } = handed.body.data.payment
  await atThePage(redirectUrl, 'pay')
  const { orderId } = await untilEnded(ours.buyer, checkoutId)
  return { orderId: orderId as string, paymentId }
}

async function setCaptureFault(
  fault: string | undefined,
  merchantReference: string,
): Promise<void> {
  const faults = `${world.sandboxUrl}/payments/test/faults`
  const order = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ capture: fault, merchantReference }),
  }
  await fetch(faults, fault === undefined ? { method: 'DELETE' } : order)
}

/** A worker has taken it up, and said what keeps it. */
async function untilTried(approvalId: string): Promise<void> {
  const { pool } = world.parts.platform.database
  await sql`
    update approvals.requests set available_at = now()
    where company_id = ${ours.companyId} and id = ${approvalId}
  `.execute(pool)
  const patience = performance.now() + 60_000
  for (;;) {
    const { rows } = await sql`
      select 1 from approvals.requests
      where company_id = ${ours.companyId} and id = ${approvalId} and last_error like '%is held%'
    `.execute(pool)
    if (rows.length > 0) return
    if (performance.now() > patience) throw new Error(`${approvalId} was not taken up`)
    await wait(50)
  }
}
