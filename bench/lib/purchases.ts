import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Line } from './http-line.ts'
import { notCounted, type Round, timed } from './run-clients.ts'
import { shipTo } from './ship-to.ts'
import type { Buyer, CommerceStage } from './stages/commerce-stage.ts'

/**
 * A cart is created on first use, gets a product, and its quantity changes. Then the product is removed, which is not
 * counted.
 */
export function cartSession({ sql, productIds }: CommerceStage, buyer: Buyer): Round {
  const { line } = buyer
  return async (note) => {
    await timed(note, 'get', async () => envelopeOf(200, await line.ask('GET', '/api/v1/cart')))
    const item = await timed(note, 'add', () => add(line, anyOf(productIds)))
    await timed(note, 'change', () => change(line, item, 3))
    await timed(note, notCounted, () =>
      sql.query({ name: 'cart', text: takeCart, values: [buyer.companyId] }),
    )
  }
}

const takeCart = `with gone as (delete from cart.items where company_id = $1)
                  delete from cart.carts where company_id = $1`

/** Changes of a quantity, one after the other. */
export function cartChanges(item: Item, { line }: Buyer): Round {
  let last = item
  return async () => {
    last = await change(line, last, 1 + (last.itemVersion % 9))
  }
}

export async function oneItem({ productIds }: CommerceStage, { line }: Buyer): Promise<Item> {
  return add(line, anyOf(productIds))
}

/**
 * A product is added to the cart, then checkout and handoff. By card also the payer's confirmation and the provider's
 * event.
 */
export function purchase(
  { productIds }: CommerceStage,
  { line }: Buyer,
  method: 'invoice' | 'card',
  onOrder: (orderId: string) => void = () => undefined,
): Round {
  return async (note) => {
    const { snapshotVersion } = await timed(note, 'add', () => add(line, anyOf(productIds)))
    const started = await timed(note, 'checkout', () =>
      post(line, '/api/v1/checkout', { expectedSnapshotVersion: snapshotVersion, shipTo }, 201),
    )
    const path = `/api/v1/checkout/${started.id}`
    const handed = await timed(note, 'payment', () =>
      post(line, `${path}/payment`, { method }, 200),
    )
    const { redirectUrl } = handed.payment
    const ended = redirectUrl
      ? await timed(note, 'until paid', () => paid(line, path, redirectUrl))
      : handed.checkout
    if (ended.state !== 'COMPLETED') throw new Error(`a checkout ended as ${ended.state}`)
    onOrder(ended.orderId)
  }
}

/** A product is added to the cart, and the cart is ordered. */
export function orderOfCart({ productIds }: CommerceStage, { line }: Buyer): Round {
  return async (note) => {
    const { snapshotVersion } = await timed(note, 'add', () => add(line, anyOf(productIds)))
    const cart = { expectedSnapshotVersion: snapshotVersion }
    const payment = { method: 'invoice' }
    const order = { cart, shipTo, payment }
    await timed(note, 'order', () => post(line, '/api/v1/orders', order, 201))
  }
}

/** The same as one request of another system. `references`: what its line carries. */
export function directOrder(
  { productIds }: CommerceStage,
  { line }: Buyer,
  references: object = {},
): Round {
  return async () => {
    const lines = [{ productId: anyOf(productIds), quantity: 1, ...references }]
    const payment = { method: 'invoice' }
    await post(line, '/api/v1/orders', { lines, shipTo, payment }, 201)
  }
}

/** The id of an order that the first buyer of the stage has paid by invoice. */
export async function anOrder(stage: CommerceStage): Promise<string> {
  const [buyer] = stage.buyers
  if (!buyer) throw new Error('the stage has no buyer')
  let orderId: string | undefined
  const note = () => undefined
  await purchase(stage, buyer, 'invoice', (id) => {
    orderId = id
  })(note)
  if (orderId === undefined) throw new Error('nothing was ordered')
  return orderId
}

/** Adds a product with and without a key, in turn. Emptying the cart is not counted. */
export function addingByKey({ productIds, sql }: CommerceStage, { line, companyId }: Buyer): Round {
  let turn = 0
  return async (note) => {
    turn += 1
    const key = turn % 2 === 0 ? { 'idempotency-key': randomUUID() } : {}
    const part = turn % 2 === 0 ? 'with key' : 'without'
    await timed(note, part, () => add(line, anyOf(productIds), key))
    await timed(note, notCounted, () =>
      sql.query({ name: 'cart', text: takeCart, values: [companyId] }),
    )
  }
}

async function paid(line: Line, path: string, redirectUrl: string) {
  const body = new URLSearchParams({ choice: 'pay' })
  const answer = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
  await answer.arrayBuffer()
  for (;;) {
    const { data } = envelopeOf(200, await line.ask('GET', path))
    if (data.endedAt) return data
    await wait(5)
  }
}

type Item = { readonly id: string; readonly itemVersion: number; readonly snapshotVersion: number }

async function add(line: Line, productId: string, headers = {}): Promise<Item> {
  const body = { productId, quantity: 1 }
  return itemOf(envelopeOf(201, await line.ask('POST', '/api/v1/cart/items', body, headers)))
}

async function change(line: Line, { id, itemVersion }: Item, quantity: number): Promise<Item> {
  const body = { quantity, expectedItemVersion: itemVersion }
  return itemOf(envelopeOf(200, await line.ask('PATCH', `/api/v1/cart/items/${id}`, body)))
}

function itemOf({ data }: Envelope): Item {
  const { id, itemVersion } = data.items[0]
  return { id, itemVersion, snapshotVersion: data.snapshotVersion }
}

async function post(line: Line, path: string, body: object, status: number) {
  const key = { 'idempotency-key': randomUUID() }
  return envelopeOf(status, await line.ask('POST', path, body, key)).data
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what the route answers.
type Envelope = { readonly data: any }

function envelopeOf(status: number, answer: Answer): Envelope {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text)
}

function anyOf(productIds: readonly string[]): string {
  return productIds[Math.floor(Math.random() * productIds.length)] ?? ''
}
