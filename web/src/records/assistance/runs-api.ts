import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

export type RunOfCompany = DataOf<
  paths['/admin/companies/{companyId}/automations/runs/{runId}']['get']
>

export async function getRun(
  companyId: string,
  runId: string,
  signal: AbortSignal,
): Promise<RunOfCompany> {
  const params = { path: { companyId, runId } }
  return (
    await api.get('/admin/companies/{companyId}/automations/runs/{runId}', { params, signal })
  ).data
}
