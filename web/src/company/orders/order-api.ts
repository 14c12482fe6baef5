import type { ChangeRequest, DataOf, ItemOf, paths, RequestOrderChange } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'

export type Order = DataOf<paths['/api/v1/orders/{orderId}']['get']>
export type OrderLine = Order['lines'][number]
export type Proposal = ItemOf<paths['/api/v1/orders/{orderId}/proposals']['get']>
export type ProposedLine = Proposal['lines'][number]
export type OrderVersion = ItemOf<paths['/api/v1/orders/{orderId}/versions']['get']>
export type OrderAtVersion = DataOf<paths['/api/v1/orders/{orderId}/versions/{version}']['get']>
export type Invoice = ItemOf<paths['/api/v1/invoices']['get']>

const orderPath = '/api/v1/orders/{orderId}'

export async function getOrder(orderId: string, signal: AbortSignal): Promise<Order> {
  return (await api.get(orderPath, { params: { path: { orderId } }, signal })).data
}

/** The newest 100 versions that changed quantities, days or addresses. */
export async function listVersions(orderId: string, signal: AbortSignal): Promise<OrderVersion[]> {
  const params = { path: { orderId }, query: { limit: 100 } }
  return (await api.get(`${orderPath}/versions`, { params, signal })).data
}

/** Version 1 is the order as it was placed. */
export async function getVersion(
  orderId: string,
  version: number,
  signal: AbortSignal,
): Promise<OrderAtVersion> {
  const params = { path: { orderId, version: String(version) } }
  return (await api.get(`${orderPath}/versions/{version}`, { params, signal })).data
}

/** Those that wait for the buyer. */
export async function listProposals(orderId: string, signal: AbortSignal): Promise<Proposal[]> {
  const params = { path: { orderId }, query: { limit: 100 } }
  const { data } = await api.get(`${orderPath}/proposals`, { params, signal })
  return data.filter(({ state }) => state === 'PROPOSED')
}

export type InvoiceSide = 'received' | 'issued'

export async function listInvoices(
  orderId: string,
  side: InvoiceSide,
  signal: AbortSignal,
): Promise<Invoice[]> {
  const query = { orderId, side, state: 'ISSUED' as const, limit: 100 }
  return (await api.get('/api/v1/invoices', { params: { query }, signal })).data
}

export type AwaitedPayment = NonNullable<Proposal['awaitedPayments']>[number]

/** Returns the payment without which an accepted line does not bind. */
export async function decide(
  decision: 'accept' | 'refuse',
  { orderId, id: proposalId, approvedLines = [] }: Proposal,
  lineNumber: number,
): Promise<AwaitedPayment | undefined> {
  const params = { path: { orderId, proposalId } }
  if (decision === 'refuse') {
    const body = { lineNumbers: [lineNumber] }
    await api.post(`${orderPath}/proposals/{proposalId}/refuse`, { params, body })
    return undefined
  }
  // What others have approved together is paid together.
  const lineNumbers = approvedLines.includes(lineNumber) ? approvedLines : [lineNumber]
  const body = { lineNumbers, returnUrl: window.location.href }
  const { data } = await api.post(`${orderPath}/proposals/{proposalId}/accept`, { params, body })
  return data.awaitedPayments?.find(
    (one) => one.proposalId === proposalId && one.lineNumbers.includes(lineNumber),
  )
}

/** What the buyer has requested to change, newest first. */
export async function listChangeRequests(
  orderId: string,
  signal: AbortSignal,
): Promise<ChangeRequest[]> {
  const params = { path: { orderId }, query: { limit: 100 } }
  return (await api.get(`${orderPath}/changes`, { params, signal })).data
}

export type LineWish = RequestOrderChange['lines'][number]

export async function requestChange(orderId: string, body: RequestOrderChange): Promise<void> {
  await api.post(`${orderPath}/changes`, { params: { path: { orderId } }, body })
}

export async function withdrawChange({ orderId, id }: ChangeRequest): Promise<void> {
  const params = { path: { orderId, changeRequestId: id } }
  await api.post(`${orderPath}/changes/{changeRequestId}/withdraw`, { params, body: {} })
}

/** Returns the payment without which a requested change does not bind. Undefined: it binds already. */
export async function payChange({
  orderId,
  id: changeRequestId,
}: ChangeRequest): Promise<AwaitedPayment | undefined> {
  const params = { path: { orderId, changeRequestId } }
  const body = { returnUrl: window.location.href }
  const { data } = await api.post(`${orderPath}/changes/{changeRequestId}/pay`, { params, body })
  return data.awaitedPayments?.find((one) => one.changeRequestId === changeRequestId)
}

/** Cancels all that is not shipped yet. */
export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  const body = reason === '' ? {} : { reason }
  await api.post(`${orderPath}/cancel`, { params: { path: { orderId } }, body })
}

/** Puts the lines of the order into the cart, as far as they can be bought. */
export async function reorder(orderId: string) {
  return (await api.post(`${orderPath}/reorder`, { params: { path: { orderId } }, ...emptyBody }))
    .data
}

export const returnReasons = [
  'DAMAGED',
  'DEFECTIVE',
  'WRONG_ITEM',
  'NOT_AS_DESCRIBED',
  'NOT_NEEDED',
  'MISSING',
  'OTHER',
] as const

export type ReturnRequest = {
  readonly lineNumber: number
  readonly quantity: number
  readonly reason: (typeof returnReasons)[number]
  readonly note: string
}

export async function requestReturn(orderId: string, request: ReturnRequest): Promise<void> {
  const { note, ...line } = request
  const body = { lines: [line], ...(note !== '' && { note }) }
  await api.post(`${orderPath}/returns`, { params: { path: { orderId } }, body })
}
