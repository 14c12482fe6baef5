import { expect, it, vi } from 'vitest'
import { aProduct } from '#testing/catalog'
import { operations } from './operations.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld({ speaksStripe: true })
const ours = await world.company()

it('a disputed payment is shown on its order and to operators, and a lost dispute cancels the order', async () => {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    unitPrice: '25.00',
    onHand: 20,
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
  const { orderId, payment } = await buyByCard(ours.buyer, version)
  const untilOrder = (expected: object) =>
    vi.waitFor(async () => expect(await read(`orders/${orderId}`)).toMatchObject(expected), {
      timeout: 60_000,
      interval: 50,
    })

  await bank(payment.id, 'open')
  const withTimeline = (kind: string) => ({
    timeline: expect.arrayContaining([expect.objectContaining({ kind })]),
  })
  await untilOrder({ paymentState: 'PAID', state: 'PLACED', ...withTimeline('PAYMENT_DISPUTED') })
  const operator = await world.operator()
  await expect
    .poll(() => operations(operator))
    .toMatchObject({
      payments: {
        problems: expect.arrayContaining([expect.objectContaining({ code: 'payments.disputed' })]),
      },
    })

  await bank(payment.id, 'lost')
  await untilOrder({
    paymentState: 'REFUNDED',
    state: 'CANCELLED',
    credits: [{ state: 'SETTLED', settledAmount: { amount: '0.00' } }],
    ...withTimeline('PAYMENT_DISPUTE_CLOSED'),
  })
  const paid = await read(`payments/${payment.id}`)
  expect(paid).toMatchObject({
    state: 'REFUNDED',
    refunded: { amount: '0.00' },
    chargedBack: paid.captured,
    disputes: [{ state: 'LOST', reason: 'product_not_received' }],
  })
  expect(paid.ledger.at(-1)).toMatchObject({ kind: 'CHARGED_BACK', amount: paid.captured })

  // Won after all: the goods are given up, so that the money is the buyer's.
  await bank(payment.id, 'won')
  await untilOrder({
    paymentState: 'REFUNDED',
    credits: [
      { state: 'SETTLED', settledAmount: { amount: '0.00' } },
      { kind: 'DISPUTE', state: 'SETTLED', settledAmount: paid.captured },
    ],
  })
  const returned = await read(`payments/${payment.id}`)
  expect(returned).toMatchObject({ refunded: paid.captured })
  expect(returned).not.toHaveProperty('chargedBack')
  const kinds = returned.ledger.map((entry: { kind: string }) => entry.kind)
  expect(kinds.slice(2)).toEqual(['CHARGED_BACK', 'CHARGE_RETURNED', 'REFUNDED'])
})

async function bank(merchantReference: string, what: 'open' | 'lost' | 'won') {
  const answer = await fetch(`${world.sandboxUrl}/stripe/test/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchantReference, what }),
  })
  expect(answer.status).toBe(204)
}

const read = async (path: string) => (await ours.buyer.get(`/api/v1/${path}`)).body.data
