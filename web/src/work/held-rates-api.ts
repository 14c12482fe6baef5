import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { HeldRate } from '../api-types.ts'

export async function listHeldRates(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<HeldRate>> {
  const query = queryOf({ cursor })
  return pageOf(await api.get('/admin/fx/held-rates', { params: { query }, signal }))
}

export async function releaseHeldRate(heldRateId: string): Promise<void> {
  const empty = { body: {} } as object
  const params = { path: { heldRateId } }
  await api.post('/admin/fx/held-rates/{heldRateId}/release', { params, ...empty })
}
