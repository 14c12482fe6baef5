import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, findOrders } from '../api.ts'
import type { FoundOrder, Order, Payment, RefundRequest } from '../api-types.ts'

export type RecordOwner = DataOf<paths['/admin/records/{recordId}/owner']['get']>

/** The company of a record whose id is all that is known. */
export async function getOwner(recordId: string, signal: AbortSignal): Promise<RecordOwner> {
  const params = { path: { recordId } }
  return (await api.get('/admin/records/{recordId}/owner', { params, signal })).data
}

/** The order as its company reads it, and who that company is. */
export type OrderRecord = { readonly order: Order; readonly buyer: FoundOrder | undefined }

export async function getOrder(orderId: string, signal: AbortSignal): Promise<OrderRecord> {
  const params = { path: { orderId } }
  const [order, found] = await Promise.all([
    api.get('/api/v1/orders/{orderId}', { params, signal }),
    findOrders({ q: orderId, cursor: undefined }, signal),
  ])
  return { order: order.data, buyer: found.items.find((each) => each.orderId === orderId) }
}

export type OrderVersion = ItemOf<paths['/api/v1/orders/{orderId}/versions']['get']>
export type OrderAtVersion = DataOf<paths['/api/v1/orders/{orderId}/versions/{version}']['get']>

/** The newest 100 versions that changed quantities, days or addresses. */
export async function listOrderVersions(
  orderId: string,
  signal: AbortSignal,
): Promise<OrderVersion[]> {
  const params = { path: { orderId }, query: { limit: 100 } }
  return (await api.get('/api/v1/orders/{orderId}/versions', { params, signal })).data
}

/** Version 1 is the order as it was placed. */
export async function getOrderVersion(
  orderId: string,
  version: number,
  signal: AbortSignal,
): Promise<OrderAtVersion> {
  const params = { path: { orderId, version: String(version) } }
  return (await api.get('/api/v1/orders/{orderId}/versions/{version}', { params, signal })).data
}

export async function getPayment(paymentId: string, signal: AbortSignal): Promise<Payment> {
  const params = { path: { paymentId } }
  return (await api.get('/api/v1/payments/{paymentId}', { params, signal })).data
}

/** Cancels all pieces that are not shipped. */
export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  const params = { path: { orderId } }
  await api.post('/api/v1/orders/{orderId}/cancel', { params, body: { reason } })
}

export async function refundPayment(paymentId: string, refund: RefundRequest): Promise<void> {
  const params = { path: { paymentId } }
  await api.post('/api/v1/payments/{paymentId}/refunds', { params, body: refund })
}

/** Captures the whole amount. */
export async function capturePayment(paymentId: string): Promise<void> {
  const params = { path: { paymentId } }
  await api.post('/api/v1/payments/{paymentId}/capture', { params, body: {} })
}

/** Records that the buyer was paid in another way. */
export async function settleCredit(orderId: string, creditId: string, note: string): Promise<void> {
  const params = { path: { orderId, creditId } }
  await api.post('/admin/orders/{orderId}/credits/{creditId}/settle', { params, body: { note } })
}

type Shipment = NonNullable<
  paths['/api/v1/orders/{orderId}/shipments']['post']['requestBody']
>['content']['application/json']

/** Records that goods have left, in the place of their supplier. */
export async function shipOrder(orderId: string, shipment: Shipment): Promise<void> {
  const params = { path: { orderId } }
  await api.post('/api/v1/orders/{orderId}/shipments', { params, body: shipment })
}
