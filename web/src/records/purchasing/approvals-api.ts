import type { DataOf, paths } from '@purveyor/sdk'
import { api } from '../../api.ts'

const one = '/admin/companies/{companyId}/approvals/{approvalId}'

export type Approval = DataOf<paths[typeof one]['get']>

export async function getApproval(
  companyId: string,
  approvalId: string,
  signal: AbortSignal,
): Promise<Approval> {
  return (await api.get(one, { params: { path: { companyId, approvalId } }, signal })).data
}
