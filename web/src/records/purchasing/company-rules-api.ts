import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

const one = '/admin/companies/{companyId}'

type Tolerances = DataOf<paths['/admin/companies/{companyId}/order-tolerances']['get']>
type NumberSeries = DataOf<paths['/admin/companies/{companyId}/number-series']['get']>['series']

export async function getTolerances(companyId: string, signal: AbortSignal): Promise<Tolerances> {
  const params = { path: { companyId } }
  return (await api.get(`${one}/order-tolerances`, { params, signal })).data
}

export async function listNumberSeries(
  companyId: string,
  signal: AbortSignal,
): Promise<NumberSeries> {
  const params = { path: { companyId } }
  return (await api.get(`${one}/number-series`, { params, signal })).data.series
}
