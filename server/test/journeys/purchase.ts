import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { aKey, type Client, type Reply } from './client.ts'
import type { World } from './world.ts'

export const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** Puts products into the buyer's cart and returns the cart's version. */
export async function fillCart(
  buyer: Client,
  lines: readonly { readonly productId: string; readonly quantity: number }[],
): Promise<number> {
  let version = 0
  for (const line of lines) {
    const { status, body } = await buyer.post('/api/v1/cart/items', line)
    expect(status, JSON.stringify(body)).toBe(201)
    version = body.data.snapshotVersion
  }
  return version
}

export function checkOut(
  buyer: Client,
  expectedSnapshotVersion: number,
  { key = aKey(), ...more }: { key?: string } & Record<string, unknown> = {},
): Promise<Reply> {
  return buyer.post('/api/v1/checkout', { expectedSnapshotVersion, shipTo, ...more }, { key })
}

export function handOver(
  buyer: Client,
  checkoutId: string,
  { key = aKey(), method = 'card' }: { key?: string; method?: 'card' | 'invoice' } = {},
): Promise<Reply> {
  return buyer.post(`/api/v1/checkout/${checkoutId}/payment`, { method }, { key })
}

/** Presses a button on the provider's page. */
export async function atThePage(redirectUrl: string, choice: 'pay' | 'decline'): Promise<void> {
  const response = await fetch(redirectUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
    redirect: 'manual',
  })
  expect(response.status).toBeLessThan(400)
}

const patienceMs = 90_000

/** Reads the checkout until it has ended, and returns it. */
export async function untilEnded(buyer: Client, checkoutId: string) {
  const until = performance.now() + patienceMs
  for (;;) {
    const { body } = await buyer.get(`/api/v1/checkout/${checkoutId}`)
    if (body.data?.endedAt) return body.data
    if (performance.now() > until) throw new Error(`checkout ${checkoutId} did not end`)
    await wait(25)
  }
}

/** From a full cart to a paid order. */
export async function buyByCard(buyer: Client, version: number) {
  const started = await checkOut(buyer, version)
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  return payAtPage(buyer, started.body.data.id)
}

/** A checkout that was started, paid by card. */
export async function payAtPage(buyer: Client, checkoutId: string) {
  const handed = await handOver(buyer, checkoutId)
  expect(handed.status, JSON.stringify(handed.body)).toBe(200)
  await atThePage(handed.body.data.payment.redirectUrl, 'pay')
  return untilEnded(buyer, checkoutId)
}

/** An order of one request, paid by card. Returns its id. */
export async function orderByCard(buyer: Client, order: object): Promise<string> {
  const body = { shipTo, ...order, payment: { method: 'card' } }
  const placed = await buyer.post('/api/v1/orders', body, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  await atThePage(placed.body.data.payment.redirectUrl, 'pay')
  const { orderId } = await untilEnded(buyer, placed.body.data.checkout.id)
  const read = async () => (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
  await expect.poll(async () => (await read()).paymentState, { timeout: 60_000 }).toBe('PAID')
  return orderId
}

/** The company may owe so many cents, for thirty days. */
export async function giveCredit(
  { parts: { platform, modules } }: World,
  companyId: Id<'co'>,
  limitMinor = 100_000n,
): Promise<void> {
  const terms = { companyId, limit: money(limitMinor, 'EUR'), netDays: 30 }
  await platform.database.transaction((tx) =>
    modules.payments.putCreditAccount(tx, terms, new Date()),
  )
}

/** Reads the documents of an order until there are so many. They follow the log. The oldest comes first. */
export async function untilInvoiced(buyer: Client, orderId: string, count: number) {
  const until = performance.now() + patienceMs
  for (;;) {
    const { body } = await buyer.get(`/api/v1/invoices?orderId=${orderId}`)
    if (body.data.length === count) {
      const ids: string[] = body.data.map(({ id }: { id: string }) => id).reverse()
      const read = await Promise.all(ids.map((id) => buyer.get(`/api/v1/invoices/${id}`)))
      return read.map((answer) => answer.body.data)
    }
    if (performance.now() > until) throw new Error(`${body.data.length} documents of ${orderId}`)
    await wait(50)
  }
}
