import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { aKey, type Client } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'
import type { Runner } from './crash-runner.ts'

/*
 * What a client does whose service may be killed at any moment: it repeats what it got no answer to, with the same key, and
 * looks until it sees the end.
 */

export async function purchase(runner: Runner, client: Client, productId: string) {
  const checkoutId = await checkOut(runner, client, productId)
  const { payment } = await handOver(runner, client, checkoutId, 'card')
  await payAt(runner, client, checkoutId, payment.redirectUrl)
  return { checkoutId, state: await waitForEnd(runner, client, checkoutId) }
}

export async function checkOut(runner: Runner, client: Client, productId: string): Promise<string> {
  const key = aKey()
  const added = await runner.repeat(() =>
    client.post('/api/v1/cart/items', { productId, quantity: 1 }, { key }),
  )
  const body = { expectedSnapshotVersion: added.body.data.snapshotVersion, shipTo }
  const checkoutKey = aKey()
  const started = await runner.repeat(() =>
    client.post('/api/v1/checkout', body, { key: checkoutKey }),
  )
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  return started.body.data.id
}

export async function handOver(
  runner: Runner,
  client: Client,
  checkoutId: string,
  method: 'card' | 'invoice',
) {
  const key = aKey()
  const path = `/api/v1/checkout/${checkoutId}/payment`
  const handed = await runner.repeat(() => client.post(path, { method }, { key }))
  expect(handed.status, JSON.stringify(handed.body)).toBe(200)
  return handed.body.data
}

export async function placeDirectly(runner: Runner, client: Client, productId: string) {
  const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'card' } }
  const key = aKey()
  const placed = await runner.repeat(() => client.post('/api/v1/orders', order, { key }))
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { checkout, payment } = placed.body.data
  await payAt(runner, client, checkout.id, payment.redirectUrl)
  return { checkoutId: checkout.id, state: await waitForEnd(runner, client, checkout.id) }
}

/** The order, when all of its credits are settled. */
export async function untilCredited(runner: Runner, client: Client, orderId: string) {
  for (let look = 0; look < 500; look += 1) {
    const { body } = await runner.repeat(() => client.get(`/api/v1/orders/${orderId}`))
    const states: string[] = body.data.credits.map(({ state }: { state: string }) => state)
    if (states.length > 0 && states.every((state) => state === 'SETTLED')) return body.data
    await wait(100)
  }
  throw new Error('the credits were not settled in time')
}

/** Returns the id of the order. */
export async function placeOnCredit(
  runner: Runner,
  client: Client,
  productId: string,
  quantity: number,
): Promise<string> {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } }
  const key = aKey()
  const placed = await runner.repeat(() => client.post('/api/v1/orders', order, { key }))
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return placed.body.data.order.id
}

/** The page is the provider's: it answers whatever becomes of us. */
async function payAt(runner: Runner, client: Client, checkoutId: string, url: string | undefined) {
  const read = () => client.get(`/api/v1/checkout/${checkoutId}`)
  const page = url ?? (await runner.repeat(read)).body.data.payment.redirectUrl
  await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'choice=pay',
    redirect: 'manual',
  })
}

async function waitForEnd(runner: Runner, client: Client, checkoutId: string): Promise<string> {
  for (let look = 0; look < 800; look += 1) {
    const { body } = await runner.repeat(() => client.get(`/api/v1/checkout/${checkoutId}`))
    if (body.data.endedAt) return body.data.state
    await wait(50)
  }
  return 'NEVER'
}

type Step = { readonly kind: string; readonly details: unknown }

export async function untilReduced(
  runner: Runner,
  client: Client,
  orderId: string,
): Promise<Step[]> {
  for (let look = 0; look < 1_000; look += 1) {
    const { body } = await runner.repeat(() => client.get(`/api/v1/orders/${orderId}`))
    const steps = body.data.timeline.filter(({ kind }: Step) => kind === 'PRICE_REDUCED')
    if (steps.length > 0 && runner.hasDied()) return steps
    await wait(50)
  }
  throw new Error(`nothing was taken off ${orderId}`)
}

export async function waitForApproval(runner: Runner, client: Client, path: string): Promise<void> {
  for (let look = 0; look < 800; look += 1) {
    const { body } = await runner.repeat(() => client.get(path))
    if (body.data.state === 'APPROVED') return
    await wait(50)
  }
  throw new Error(`${path} was not carried on`)
}

export async function waitForSettlement(
  runner: Runner,
  client: Client,
  path: string,
): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    const { body } = await runner.repeat(() => client.get(path))
    const { credits, paymentState } = body.data
    const isDone = credits.every(({ state }: { state: string }) => state === 'SETTLED')
    if (isDone && paymentState === 'REFUNDED') return
    await wait(50)
  }
  throw new Error(`the money of ${path} did not go back`)
}

type Sides = { readonly buying: Client; readonly selling: Client }

/** The supplier proposes a change, as a rule two pieces, and the buyer accepts. */
export async function acceptProposal(
  runner: Runner,
  { buying, selling }: Sides,
  id: string,
  change: object = { quantity: 2 },
) {
  const lines = [{ lineNumber: 1, status: 'CHANGED', ...change }]
  const [answerKey, key] = [aKey(), aKey()]
  const response = `/api/v1/supplier/orders/${id}/response`
  await runner.repeat(() => selling.post(response, { lines }, { key: answerKey }))
  const path = `/api/v1/orders/${id}/proposals`
  const [proposal, ...others] = (await runner.repeat(() => buying.get(path))).body.data
  expect(others).toEqual([])
  const accept = `${path}/${proposal.id}/accept`
  return runner.repeat(() => buying.post(accept, {}, { key }))
}

/** The buyer requests two pieces, and the supplier accepts. */
export async function acceptRequest(
  runner: Runner,
  { buying, selling }: Sides,
  id: string,
  quantity = 2,
) {
  const body = { lines: [{ lineNumber: 1, quantity }], reason: 'Another quantity.' }
  const [requestKey, key] = [aKey(), aKey()]
  const path = `/api/v1/orders/${id}/changes`
  await runner.repeat(() => buying.post(path, body, { key: requestKey }))
  const [request, ...others] = (await runner.repeat(() => buying.get(path))).body.data
  expect(others).toEqual([])
  const accept = `/api/v1/supplier/orders/${id}/changes/${request.id}/accept`
  return runner.repeat(() => selling.post(accept, {}, { key }))
}
