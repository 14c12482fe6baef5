import type { ReadField } from '../rules/rule.ts'
import { isSameStep, type PlannedStep } from './planned-step.ts'
import { type ApprovalRequest, peopleBehind, type Vote } from './request.ts'

/**
 * The approvals of a returned request that are still good for the order that replaces it. A step stays approved if its
 * conditions read no changed field, and if the total is not above the one that was approved.
 */
export function keptVotesOf(
  request: ApprovalRequest,
  returned: ApprovalRequest,
  votes: readonly Vote[],
): readonly Vote[] {
  if (isTotalAbove(request, returned)) return []
  const changes = changedFields(request, returned)
  const cannotApprove = peopleBehind(request)
  // The steps before the one that was returned are approved.
  const approvedSteps = returned.steps.slice(0, returned.step)
  return request.steps.flatMap((step, at) => {
    if (readsOf(step).some((field) => changes.has(field))) return []
    const approvedAt = approvedSteps.findIndex((approvedStep) => isSameStep(approvedStep, step))
    return votes
      .filter((vote) => vote.step === approvedAt)
      .filter(
        ({ personId, votedBy }) =>
          !cannotApprove.includes(personId) && !cannotApprove.includes(votedBy),
      )
      .map((vote) => ({ ...vote, step: at, keptFrom: vote.keptFrom ?? returned.id }))
  })
}

const readsOf = ({ reads }: PlannedStep): readonly ReadField[] => reads ?? ['content']

/** Two currencies cannot be compared: everybody must approve again. */
function isTotalAbove({ total }: ApprovalRequest, { total: approved }: ApprovalRequest): boolean {
  return total.currency !== approved.currency || total.amountMinor > approved.amountMinor
}

/** The steps whose conditions read a field that differs between two contents of the same request, from 0. */
export function stepsToRepeat(request: ApprovalRequest, before: ApprovalRequest): number[] {
  const changes = changedFields(request, before)
  return request.steps.flatMap((step, at) =>
    readsOf(step).some((field) => changes.has(field)) ? [at] : [],
  )
}

function changedFields(request: ApprovalRequest, before: ApprovalRequest): Set<ReadField> {
  const { facts } = request
  const { facts: oldFacts } = before
  const hasSameShares = areSame(facts?.shares ?? [], oldFacts?.shares ?? [])
  const isSame: Record<ReadField, boolean> = {
    total: request.total.amountMinor === before.total.amountMinor,
    // With other shares each code pays another part.
    costCenters: hasSameShares && areSame(facts?.costCenters, oldFacts?.costCenters),
    glAccounts: hasSameShares && areSame(facts?.glAccounts, oldFacts?.glAccounts),
    projects: hasSameShares && areSame(facts?.projects, oldFacts?.projects),
    categories: areSame(facts?.categoryIds, oldFacts?.categoryIds),
    requester:
      request.requesterId === before.requesterId &&
      areSame(facts?.requesterRoles, oldFacts?.requesterRoles),
    suppliers: areSame(facts?.supplierIds, oldFacts?.supplierIds),
    units: areSame(facts?.unitIds, oldFacts?.unitIds),
    newSuppliers: areSame(facts?.newSupplierIds, oldFacts?.newSupplierIds),
    raisedPrices: areSame(facts?.raisedPrices, oldFacts?.raisedPrices),
    offContractProducts: areSame(facts?.offContractProducts, oldFacts?.offContractProducts),
    freeTextProducts: areSame(facts?.freeTextProducts, oldFacts?.freeTextProducts),
    content: areSame(request.contentDigest, before.contentDigest),
  }
  const fields = Object.keys(isSame) as ReadField[]
  return new Set(fields.filter((field) => !isSame[field]))
}

/** A value that is missing counts as changed. Lists are sorted. */
function areSame<Known extends string | readonly string[]>(
  one: Known | undefined,
  other: Known | undefined,
): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}
