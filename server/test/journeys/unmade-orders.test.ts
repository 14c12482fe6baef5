import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { operations } from './operations.ts'
import { atThePage, checkOut, fillCart, handOver, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const lines: string[] = []
const world = await useWorld({ lines })
const ours = await world.company()
const operator = await world.operator()
await sql`
    create function orders.refuse_all() returns trigger language plpgsql
      as 'begin raise exception ''No order can be written.''; end'
  `.execute(world.parts.platform.database.pool)
await sql`
    /* across companies: nothing is written at all */
    create trigger refuse_all before insert on orders.orders for each row execute function orders.refuse_all()
  `.execute(world.parts.platform.database.pool)

describe('a paid order that cannot be created', () => {
  it('is reported to operators with its error, and is refunded in the end', async () => {
    const { productId, checkoutId, paymentId } = await paidForNothing()
    const entry = await until(async () => {
      const { body } = await operator.get('/admin/orders/checkout/report')
      return body.data.find(
        (one: { checkoutId: string; lastError?: string }) =>
          one.checkoutId === checkoutId && one.lastError,
      )
    })
    expect(entry).toMatchObject({
      lastError: 'No order can be written.',
      paymentState: 'SUCCEEDED',
      next: { action: 'complete_order' },
    })
    expect(lines.some((line) => line.includes('could not continue'))).toBe(true)

    // Nobody looks at it before it is seen as it is.
    await until(() => age(checkoutId, 60))
    await expect
      .poll(() => operations(operator))
      .toMatchObject({
        checkoutLifecycle: { problems: [{ code: 'checkout.orders-failing' }] },
      })

    expect(await endOf(checkoutId)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'checkout.order_not_made' },
    })
    await until(async () => (await paymentOf(paymentId)).state === 'REFUNDED')
    const { availability } = (await ours.buyer.get(`/api/v1/products/${productId}`)).body.data
    expect(availability.available).toBe(5)
  }, 180_000)

  it('releases an authorisation when the order needed an approval', async () => {
    const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    await ours.buyer.delete('/api/v1/cart')
    const { checkoutId, paymentId } = await paidForNothing()
    expect((await endOf(checkoutId)).failure.code).toBe('checkout.order_not_made')
    expect((await paymentOf(paymentId)).state).toBe('VOIDED')
  }, 180_000)
})

async function paidForNothing() {
  const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 5 })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
  const checkoutId = (await checkOut(ours.buyer, version)).body.data.id as string
  const { payment } = (await handOver(ours.buyer, checkoutId)).body.data
  await atThePage(payment.redirectUrl, 'pay')
  return { productId, checkoutId, paymentId: payment.id as string }
}

async function until<Seen>(look: () => Promise<Seen | undefined | false>): Promise<Seen> {
  const patience = performance.now() + 60_000
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > patience) throw new Error('it did not come')
    await wait(50)
  }
}

/** As if it had met the error for an hour, and looked at again by then. False while it is being carried on. */
async function age(checkoutId: string, inMinutes = 0): Promise<boolean> {
  const due = new Date(Date.now() + inMinutes * 60_000)
  const { rows } = await sql`
    update checkout.attempts
    set failing_since = now() - interval '1 hour', created_at = now() - interval '2 hours',
        payment_initiated_at = now() - interval '2 hours', reserved_until = now() - interval '1 hour',
        available_at = ${due}
    where company_id = ${ours.companyId} and id = ${checkoutId} and lease_token is null and last_error is not null
    returning id
  `.execute(world.parts.platform.database.pool)
  return rows.length > 0
}

async function endOf(checkoutId: string) {
  await until(async () => {
    const { body } = await ours.buyer.get(`/api/v1/checkout/${checkoutId}`)
    if (body.data.endedAt) return true
    await age(checkoutId)
    return false
  })
  return untilEnded(ours.buyer, checkoutId)
}

const paymentOf = async (paymentId: string) =>
  (await ours.buyer.get(`/api/v1/payments/${paymentId}`)).body.data
