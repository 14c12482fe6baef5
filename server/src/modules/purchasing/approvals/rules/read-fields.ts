import type { ApprovalRule } from './rule.ts'

/** What of an order a step depends on. `content`: everything that the content hash covers. */
export type ReadField = 'total' | 'categories' | 'costCenters' | 'requester' | 'content'

/** The fields that the conditions of a rule read. A rule without conditions is about the order as a whole. */
export function fieldsReadBy({ conditions }: Pick<ApprovalRule, 'conditions'>): ReadField[] {
  const { amountFrom, categoryIds, costCenters, requesterIds, requesterRoles } = conditions
  const read: ReadField[] = []
  if (amountFrom) read.push('total')
  if (categoryIds.length > 0) read.push('categories')
  if (costCenters.length > 0) read.push('costCenters')
  if (requesterIds.length + requesterRoles.length > 0) read.push('requester')
  return read.length > 0 ? read : ['content']
}
