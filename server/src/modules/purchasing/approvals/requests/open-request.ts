import { type Id, newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { announceStep } from '../notices/announce.ts'
import { deadlineOf } from './deadline.ts'
import { keptApprovals } from './keep-approvals.ts'
import { moveOn } from './move-on.ts'
import type { ApprovalPlan } from './plan.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { insertRequest, insertVotes, listVotes, markRevised } from './request-store.ts'

export type NewRequest = {
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly orderNumber: string
  readonly requestedBy: string
  readonly contentHash: string
  readonly contentDigest: string
  readonly total: Money
  readonly plan: ApprovalPlan
  /** The returned request that the order replaces. */
  readonly revises: string | undefined
}

/**
 * Participant: opens a request, and the order waits. If it replaces a returned one, it keeps the approvals that are
 * still good. If none is missing, a worker places the order at once. Only one order replaces a returned one: a second
 * one starts again.
 */
export async function openRequest(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'>,
  tx: Tx,
  { revises, ...input }: NewRequest,
  now: Date,
): Promise<void> {
  const time = await deps.workingTimeOf(tx, input.companyId)
  const request = requestFrom(input, deadlineOf(time, input.plan.timeoutHours, now), now)
  const returned = revises && (await markRevised(tx, request, revises))
  if (!returned) {
    await insertRequest(tx, request)
    return announceStep(tx, request, { step: 0, time, now })
  }
  const own = peopleBehind(request)
  // Approvers whom somebody added are asked again, too.
  const added = returned.steps.filter(
    ({ addedBy, people }) => addedBy !== undefined && !people.some((id) => own.includes(id)),
  )
  const revision = { ...request, revises: returned.id, steps: [...request.steps, ...added] }
  await insertRequest(tx, revision)
  const votes = (await listVotes(tx, returned.companyId, [returned.id])).get(returned.id) ?? []
  const kept = keptApprovals(revision, returned, votes)
  if (kept.length > 0) await insertVotes(tx, revision, kept)
  await moveOn(deps, tx, { ...revision, step: -1 }, { dueAt: now, now })
}

function requestFrom(
  { plan, ...input }: Omit<NewRequest, 'revises'>,
  expiresAt: Date,
  now: Date,
): ApprovalRequest {
  return {
    ...input,
    id: newId('apq', now),
    requesterId: plan.requesterId,
    payerId: plan.payerId,
    steps: plan.steps,
    step: 0,
    state: 'PENDING',
    reason: undefined,
    requestedAt: now,
    expiresAt,
    remindAfterHours: plan.remindAfterHours,
    escalateAfterHours: plan.escalateAfterHours,
    escalatedStep: undefined,
    decidedBy: undefined,
    decidedAt: undefined,
    cause: undefined,
    facts: plan.facts,
    revises: undefined,
    revisedBy: undefined,
  }
}
