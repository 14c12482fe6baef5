import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

const one = '/admin/companies/{companyId}/requisitions/{requisitionId}'

export type Requisition = DataOf<paths[typeof one]['get']>

export async function getRequisition(
  companyId: string,
  requisitionId: string,
  signal: AbortSignal,
): Promise<Requisition> {
  return (await api.get(one, { params: { path: { companyId, requisitionId } }, signal })).data
}
