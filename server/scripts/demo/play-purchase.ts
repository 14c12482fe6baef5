import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'
import type { CartAnswer, CheckoutAnswer, HandoffAnswer } from './shapes.ts'
import { shipTo } from './ship-to.ts'

/** Plays the purchase from the reservation to the order. Returns the id of the order. */
export async function buy(scene: Scene, call: Call, as: Credential): Promise<string> {
  const checkout = await reserve(scene, call, as)
  const handoff = await handOver(scene, call, as, checkout)
  await payOnHostedPage(scene, handoff)
  return watch(scene, call, as, checkout.id)
}

async function reserve(scene: Scene, call: Call, as: Credential): Promise<CheckoutAnswer> {
  const { data: cart } = await call<CartAnswer>('GET', '/api/v1/cart', { as })
  const body = { expectedSnapshotVersion: cart.snapshotVersion, shipTo, poNumber: 'PO-4711' }
  const key = randomUUID()
  const started = await scene.step(
    'Check out',
    () => call<CheckoutAnswer>('POST', '/api/v1/checkout', { as, body, key, expects: 201 }),
    ({ data }) =>
      `${data.id}: ${data.state} until ${data.reservedUntil}, ${data.totals.total.amount} ${data.totals.total.currency}`,
  )
  await scene.step(
    'Send the same request again, as a nervous client would',
    async () => {
      const again = await call<CheckoutAnswer>('POST', '/api/v1/checkout', {
        as,
        body,
        key,
        expects: 201,
      })
      expect(again.data.id === started.data.id, 'a second checkout was made')
      return again
    },
    ({ headers, data }) =>
      `${data.id} again, idempotent-replayed: ${headers.get('idempotent-replayed')}`,
  )
  return started.data
}

async function handOver(
  scene: Scene,
  call: Call,
  as: Credential,
  { id }: CheckoutAnswer,
): Promise<HandoffAnswer> {
  const { data } = await scene.step(
    'Hand over to payment by card',
    () =>
      call<HandoffAnswer>('POST', `/api/v1/checkout/${id}/payment`, {
        as,
        body: { method: 'card' },
        key: randomUUID(),
      }),
    ({ data: { payment, checkout } }) =>
      `${payment.id} ${payment.state}; checkout ${checkout.state}; pay at ${payment.redirectUrl}`,
  )
  return data
}

async function payOnHostedPage(scene: Scene, { payment }: HandoffAnswer): Promise<void> {
  const page = payment.redirectUrl
  expect(page !== undefined, 'there is no page to pay at')
  await scene.step(
    'Open the provider’s page',
    async () => {
      const response = await fetch(page)
      const html = await response.text()
      expect(response.ok && html.includes('<form'), 'there is no form on the page')
      return html
    },
    (html) => `“${/<h1[^>]*>([^<]+)/.exec(html)?.[1]?.trim() ?? 'no heading'}”`,
  )
  await scene.step(
    'Press “Pay”',
    async () => {
      const response = await fetch(page, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'choice=pay',
        redirect: 'manual',
      })
      expect(response.status < 400, `the page answered ${response.status}`)
      return response.status
    },
    (status) => `${status}: the provider now tells us by a signed event`,
  )
}

const patienceMs = 20_000

async function watch(scene: Scene, call: Call, as: Credential, id: string): Promise<string> {
  const read = () => call<CheckoutAnswer>('GET', `/api/v1/checkout/${id}`, { as })
  const completed = await scene.step(
    'Watch the checkout',
    async () => {
      const until = performance.now() + patienceMs
      while (performance.now() < until) {
        const { data } = await read()
        if (data.state === 'COMPLETED') return data
        expect(data.state === 'PAYMENT_INITIATED_CART_RECONCILING', `it is ${data.state}`)
        await wait(25)
      }
      throw new Error('it was not completed in time')
    },
    ({ state, orderId }) => `${state}, order ${orderId}`,
  )
  expect(completed.orderId !== undefined, 'a completed checkout has no order')
  return completed.orderId
}
