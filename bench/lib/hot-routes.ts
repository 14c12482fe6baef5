import { randomUUID } from 'node:crypto'
import { shipTo } from './ship-to.ts'
import type { CostsStage } from './stages/costs-stage.ts'

/** A request that many clients send all day, and what must be there before it. */
export type HotRoute = {
  readonly name: string
  /** Returns the request. What it does before is not counted. */
  readonly prepare: (stage: CostsStage, turn: number) => Promise<Request>
  /** How many make one measurement of processor time. */
  readonly requests: number
  /** It needs requests before it, so that it is sent one by one. */
  readonly isAlone?: boolean
  /** No cache answers it, also if it is made for the same turn again. */
  readonly isAlwaysNew?: boolean
  /** Makes room for the next request, with what the answer said. It is not counted. */
  readonly tidy?: (stage: CostsStage, data: Data) => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what the route answers.
type Data = any

export type Request = {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const words = ['cable', 'keyboard', 'toner', 'mouse', 'label', 'headset', 'printer']

/** An unused price bound makes a search new, without a change of its answer. */
let priceBounds = 0

export const hotRoutes: readonly HotRoute[] = [
  { name: 'who am I', requests: 300, prepare: async () => read('/api/v1/me') },
  {
    name: 'product by id',
    requests: 300,
    prepare: async ({ productIds }, turn) => read(`/api/v1/products/${at(productIds, turn)}`),
  },
  {
    name: 'search asked before',
    requests: 200,
    prepare: async (_stage, turn) => read(`/api/v1/products?q=${at(words, turn)}&maxPrice=500`),
  },
  {
    name: 'search never asked',
    requests: 50,
    isAlwaysNew: true,
    prepare: async (_stage, turn) => {
      priceBounds += 1
      const bound = 90_000 + priceBounds / 10_000
      return read(`/api/v1/products?q=${at(words, turn)}&maxPrice=${bound.toFixed(4)}`)
    },
  },
  {
    name: 'cart',
    requests: 15,
    isAlone: true,
    prepare: async (stage, turn) => {
      await stage.emptyCart()
      await add(stage, turn)
      return read('/api/v1/cart')
    },
  },
  {
    name: 'cart line added',
    requests: 15,
    isAlone: true,
    prepare: async (stage, turn) => {
      await stage.emptyCart()
      return addition(stage, turn)
    },
  },
  {
    name: 'cart line changed',
    requests: 15,
    isAlone: true,
    prepare: async (stage, turn) => {
      await stage.emptyCart()
      const { items } = await add(stage, turn)
      const { id, itemVersion } = items[0]
      const body = { quantity: 2, expectedItemVersion: itemVersion }
      return { method: 'PATCH', path: `/api/v1/cart/items/${id}`, body, status: 200 }
    },
  },
  {
    name: 'checkout',
    requests: 15,
    isAlone: true,
    prepare: async (stage, turn) => {
      await stage.emptyCart()
      return checkout(await add(stage, turn))
    },
    tidy: async (stage, { id }) => {
      await answerTo(stage, once(`/api/v1/checkout/${id}/cancel`, {}, 200))
    },
  },
  {
    name: 'payment on credit',
    requests: 15,
    isAlone: true,
    prepare: async (stage, turn) => {
      await stage.emptyCart()
      const { id } = await answerTo(stage, checkout(await add(stage, turn)))
      return once(`/api/v1/checkout/${id}/payment`, { method: 'invoice' }, 200)
    },
  },
  {
    name: 'order in one request',
    requests: 60,
    prepare: async ({ productIds }, turn) => {
      const lines = [{ productId: at(productIds, turn), quantity: 1 }]
      return once('/api/v1/orders', { lines, shipTo, payment: { method: 'invoice' } }, 201)
    },
  },
]

/** Throws if the answer has another status. */
export async function answerTo(stage: CostsStage, request: Request): Promise<Data> {
  const { method, path, body, headers, status: expected } = request
  const { status, text } = await stage.buyer.ask(method, path, body, headers)
  if (status !== expected) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text).data
}

function at<Item>(items: readonly Item[], turn: number): Item {
  return items[turn % items.length] as Item
}

function read(path: string): Request {
  return { method: 'GET', path, status: 200 }
}

function once(path: string, body: object, status: number): Request {
  return { method: 'POST', path, body, status, headers: { 'idempotency-key': randomUUID() } }
}

function addition({ productIds }: CostsStage, turn: number): Request {
  const body = { productId: at(productIds, turn), quantity: 1 }
  return { method: 'POST', path: '/api/v1/cart/items', body, status: 201 }
}

function add(stage: CostsStage, turn: number): Promise<Data> {
  return answerTo(stage, addition(stage, turn))
}

function checkout({ snapshotVersion }: Data): Request {
  return once('/api/v1/checkout', { expectedSnapshotVersion: snapshotVersion, shipTo }, 201)
}
