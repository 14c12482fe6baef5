import type {
  AnswerOrder,
  ChangeRequest,
  DataOf,
  ItemOf,
  paths,
  Return,
  ShipOrder,
} from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type Product } from '../api.ts'
import type { OrdersSearch } from '../orders/orders-address.ts'

export type Sale = DataOf<paths['/api/v1/supplier/orders/{orderId}']['get']>
export type SaleLine = Sale['lines'][number]
export type SaleSummary = ItemOf<paths['/api/v1/supplier/orders']['get']>
export type { AnswerOrder, ChangeRequest, Return, ShipOrder }

const salePath = '/api/v1/supplier/orders/{orderId}'
const orderPath = '/api/v1/orders/{orderId}'

/** Orders with lines of the company, newest first. */
export async function listSales(
  asked: OrdersSearch & { readonly unanswered?: boolean },
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = { ...asked, ...(cursor !== undefined && { cursor }), limit: 50 }
  const { data, meta } = await api.get('/api/v1/supplier/orders', { params: { query }, signal })
  return { items: data, nextCursor: meta.nextCursor }
}

export async function getSale(orderId: string, signal: AbortSignal): Promise<Sale> {
  return (await api.get(salePath, { params: { path: { orderId } }, signal })).data
}

/** What a step on an order needs: the order, and the key under which it happens once, however often it is sent. */
export type Step = { readonly orderId: string; readonly key: string }

/** Accepts all lines that wait, as they are. */
export async function confirmSale({ orderId, key }: Step): Promise<void> {
  const params = { path: { orderId } }
  await api.post(`${orderPath}/confirm`, { params, idempotencyKey: key, ...emptyBody })
}

export async function answerSale({ orderId, key }: Step, body: AnswerOrder): Promise<void> {
  const params = { path: { orderId } }
  await api.post(`${salePath}/response`, { params, body, idempotencyKey: key })
}

export async function ship({ orderId, key }: Step, body: ShipOrder): Promise<void> {
  const params = { path: { orderId } }
  await api.post(`${orderPath}/shipments`, { params, body, idempotencyKey: key })
}

/** What the buyer requests to change, and nobody has decided. */
export async function listOpenRequests(
  orderId: string,
  signal: AbortSignal,
): Promise<ChangeRequest[]> {
  const params = { path: { orderId }, query: { limit: 100 } }
  const { data } = await api.get(`${orderPath}/changes`, { params, signal })
  return data.filter(({ state }) => state === 'OPEN')
}

export type Decision = 'accept' | 'refuse'

export async function decideRequest(
  { orderId, key }: Step,
  decision: Decision,
  changeRequestId: string,
  note: string,
): Promise<void> {
  const params = { path: { orderId, changeRequestId } }
  const options = { params, body: note === '' ? {} : { note }, idempotencyKey: key }
  if (decision === 'accept') await api.post(`${salePath}/changes/{changeRequestId}/accept`, options)
  else await api.post(`${salePath}/changes/{changeRequestId}/refuse`, options)
}

/** The goods of the return are here. */
export async function receiveReturn({ orderId, key }: Step, returnId: string): Promise<void> {
  const params = { path: { orderId, returnId } }
  await api.post(`${orderPath}/returns/{returnId}/receive`, {
    params,
    idempotencyKey: key,
    ...emptyBody,
  })
}

export type ReturnAcceptance = {
  readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[]
  /** The pieces go back into the stock. */
  readonly restock: boolean
  readonly note: string
}

export async function acceptReturn(
  { orderId, key }: Step,
  returnId: string,
  { lines, restock, note }: ReturnAcceptance,
): Promise<void> {
  const params = { path: { orderId, returnId } }
  const body = { lines: [...lines], restock, ...(note !== '' && { note }) }
  await api.post(`${orderPath}/returns/{returnId}/accept`, { params, body, idempotencyKey: key })
}

export async function refuseReturn(
  { orderId, key }: Step,
  returnId: string,
  reason: string,
): Promise<void> {
  const params = { path: { orderId, returnId } }
  const options = { params, body: { reason }, idempotencyKey: key }
  await api.post(`${orderPath}/returns/{returnId}/refuse`, options)
}

/** The first products of the company that fit the words. */
export async function searchOwnProducts(
  supplierId: string,
  q: string,
  signal: AbortSignal,
): Promise<Product[]> {
  const query = { q, supplier: [supplierId], limit: 10 }
  return (await api.get('/api/v1/products', { params: { query }, signal })).data
}
