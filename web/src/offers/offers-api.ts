import { api } from '../api.ts'

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
