import { type Id, newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { announceStep } from '../notices/announce.ts'
import { addedStepsOf } from './added-approver.ts'
import { deadlineOf } from './deadline.ts'
import { keptVotesOf } from './keep-approvals.ts'
import { moveToNextStep } from './move-to-next-step.ts'
import type { ApprovalPlan } from './plan.ts'
import type { ApprovalRequest } from './request.ts'
import { insertRequest, markRevised } from './request-store.ts'
import { insertVotes, listVotes } from './vote-store.ts'

export type NewRequest = {
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly orderNumber: string
  readonly requestedBy: string
  readonly ofRequisition: boolean
  readonly contentHash: string
  readonly contentDigest: string
  readonly total: Money
  /** How much a change would add to the placed order. Default: the request is about the order itself. */
  readonly added?: Money | undefined
  readonly plan: ApprovalPlan
  /** The returned request that the order replaces. */
  readonly revises: string | undefined
}

/**
 * Participant: opens a request, and the order or its change waits. If it replaces a returned one, it keeps the approvals that are
 * still good. If none is missing, a worker places the order at once. Only one order replaces a returned one: a second
 * one starts again.
 */
export async function openRequest(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'>,
  tx: Tx,
  { revises, ...input }: NewRequest,
  now: Date,
): Promise<Id<'apq'>> {
  const time = await deps.workingTimeOf(tx, input.companyId)
  const request = requestFrom(input, deadlineOf(time, input.plan.timeoutHours, now), now)
  const returnedRequest = revises && (await markRevised(tx, request, revises))
  if (!returnedRequest) {
    await insertRequest(tx, request)
    announceStep(tx, request, { step: 0, time, now })
    return request.id
  }
  const { companyId, id: returnedId } = returnedRequest
  const steps = [...request.steps, ...addedStepsOf(returnedRequest, request)]
  const revision = { ...request, revises: returnedId, steps }
  await insertRequest(tx, revision)
  const votes = (await listVotes(tx, companyId, [returnedId])).get(returnedId) ?? []
  const keptVotes = keptVotesOf(revision, returnedRequest, votes)
  if (keptVotes.length > 0) await insertVotes(tx, revision, keptVotes)
  await moveToNextStep(deps, tx, { ...revision, step: -1 }, { dueAt: now, now })
  return request.id
}

function requestFrom(
  { plan, added, ...input }: Omit<NewRequest, 'revises'>,
  expiresAt: Date,
  now: Date,
): ApprovalRequest {
  return {
    ...input,
    added,
    id: newId('apq', now),
    requesterId: plan.requesterId,
    payerId: plan.payerId,
    steps: plan.steps,
    step: 0,
    version: 1,
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
