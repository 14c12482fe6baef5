import type { ReadField } from '../rules/rule.ts'
import { isSameStep, type PlannedStep } from './planned-step.ts'
import { type ApprovalRequest, peopleBehind, type Vote } from './request.ts'

/**
 * The approvals of a returned request that are still good for the order that replaces it. A step stays approved if its
 * conditions read no changed field, and if the total is not above the one that was approved.
 */
export function keptApprovals(
  request: ApprovalRequest,
  returned: ApprovalRequest,
  votes: readonly Vote[],
): readonly Vote[] {
  if (isAbove(request, returned)) return []
  const changed = changedFields(request, returned)
  const own = peopleBehind(request)
  return request.steps.flatMap((step, at) => {
    if (readsOf(step).some((field) => changed.has(field))) return []
    // The steps before the one that was returned are approved.
    const before = returned.steps
      .slice(0, returned.step)
      .findIndex((approved) => isSameStep(approved, step))
    return votes
      .filter((vote) => vote.step === before)
      .filter(({ personId, votedBy }) => !own.includes(personId) && !own.includes(votedBy))
      .map((vote) => ({ ...vote, step: at, keptFrom: vote.keptFrom ?? returned.id }))
  })
}

const readsOf = ({ reads }: PlannedStep): readonly ReadField[] => reads ?? ['content']

/** Two currencies cannot be compared: everybody is asked again. */
function isAbove({ total }: ApprovalRequest, { total: approved }: ApprovalRequest): boolean {
  return total.currency !== approved.currency || total.amountMinor > approved.amountMinor
}

function changedFields(request: ApprovalRequest, returned: ApprovalRequest): Set<ReadField> {
  const [now, then] = [request.facts, returned.facts]
  const isSame: Record<ReadField, boolean> = {
    total: request.total.amountMinor === returned.total.amountMinor,
    costCenters: areSame(now?.costCenters, then?.costCenters),
    categories: areSame(now?.categoryIds, then?.categoryIds),
    requester:
      request.requesterId === returned.requesterId &&
      areSame(now?.requesterRoles, then?.requesterRoles),
    suppliers: areSame(now?.supplierIds, then?.supplierIds),
    units: areSame(now?.unitIds, then?.unitIds),
    newSuppliers: areSame(now?.newSupplierIds, then?.newSupplierIds),
    raisedPrices: areSame(now?.raisedPrices, then?.raisedPrices),
    content: areSame(request.contentDigest, returned.contentDigest),
  }
  const fields = Object.keys(isSame) as ReadField[]
  return new Set(fields.filter((field) => !isSame[field]))
}

/** What is not known counts as changed. Lists are sorted. */
function areSame<Known extends string | readonly string[]>(
  one: Known | undefined,
  other: Known | undefined,
): boolean {
  return one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other)
}
