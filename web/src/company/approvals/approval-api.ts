import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'
import type { ApprovalsSearch } from './approvals-address.ts'

export type ApprovalSummary = ItemOf<paths['/api/v1/approvals']['get']>
export type Approval = DataOf<paths['/api/v1/approvals/{approvalId}']['get']>
export type ApprovalStep = Approval['steps'][number]

const approvalPath = '/api/v1/approvals/{approvalId}'

export function listApprovals(
  { mine = 'to_decide' }: ApprovalsSearch,
  page: PageQuery,
  signal: AbortSignal,
) {
  return api.get('/api/v1/approvals', { params: { query: { ...page, mine } }, signal })
}

export async function getApproval(approvalId: string, signal: AbortSignal): Promise<Approval> {
  return (await api.get(approvalPath, { params: { path: { approvalId } }, signal })).data
}

/** Null: the order needed no approval, or the person may not see its request. */
export async function findApprovalOf(orderId: string, signal: AbortSignal): Promise<string | null> {
  const params = { query: { orderId, limit: 1 } }
  const { data } = await api.get('/api/v1/approvals', { params, signal })
  return data[0]?.id ?? null
}

export type Decision = 'approve' | 'return' | 'reject'

/** The version and the step that the person has read go with the decision, so that it counts for nothing else. */
export async function decide(
  { id: approvalId, contentHash, step }: Approval,
  decision: Decision,
  words: string,
): Promise<void> {
  const params = { path: { approvalId } }
  const version = { contentHash, step }
  if (decision === 'approve') {
    const body = { ...version, ...(words !== '' && { note: words }) }
    await api.post(`${approvalPath}/approve`, { params, body })
  } else if (decision === 'return') {
    await api.post(`${approvalPath}/return`, { params, body: { ...version, comment: words } })
  } else {
    await api.post(`${approvalPath}/reject`, { params, body: { ...version, reason: words } })
  }
}

export type LoweredLine = { readonly lineNumber: number; readonly quantity: number }

export async function lowerQuantities(
  { id: approvalId, contentHash, step }: Approval,
  lines: LoweredLine[],
  reason: string,
): Promise<void> {
  const body = { contentHash, step, lines, reason }
  await api.post(`${approvalPath}/reduce`, { params: { path: { approvalId } }, body })
}

export async function addComment(approvalId: string, text: string): Promise<void> {
  await api.post(`${approvalPath}/comments`, { params: { path: { approvalId } }, body: { text } })
}

export async function addApprover(approvalId: string, personId: string): Promise<void> {
  const params = { path: { approvalId } }
  await api.post(`${approvalPath}/approvers`, { params, body: { personId } })
}
