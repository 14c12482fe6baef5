import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { OfferRequest } from '../api-types.ts'

/** The requests that wait for operators, because the supplier has no company here. */
export async function listOpenRequests(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<OfferRequest>> {
  const query = queryOf({ cursor, state: 'REQUESTED' as const })
  return pageOf(await api.get('/api/v1/supplier/offer-requests', { params: { query }, signal }))
}

type Confirmation = {
  readonly unitPrice: { readonly amount: string; readonly currency: string }
  readonly validUntil: string
  readonly leadTimeDays: number
}

export async function confirmOffer(requestId: string, body: Confirmation): Promise<void> {
  const params = { path: { requestId } }
  await api.post('/api/v1/offer-requests/{requestId}/confirm', { params, body })
}

export async function declineOffer(requestId: string, reason: string): Promise<void> {
  const params = { path: { requestId } }
  const body = reason === '' ? {} : { reason }
  await api.post('/api/v1/offer-requests/{requestId}/decline', { params, body })
}
