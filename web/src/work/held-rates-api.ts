import { api, emptyBody } from '../api.ts'

export async function releaseHeldRate(heldRateId: string): Promise<void> {
  const params = { path: { heldRateId } }
  await api.post('/admin/fx/held-rates/{heldRateId}/release', { params, ...emptyBody })
}
