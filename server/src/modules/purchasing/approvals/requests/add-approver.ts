import { type Actor, may } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { listComments } from '../comments/comment-store.ts'
import { versionAfterNext } from '../comments/version-after-next.ts'
import type { ApprovalsDeps } from '../deps.ts'
import { ApproverAdded } from '../events.ts'
import { fail } from '../failures.ts'
import { stepsWithApprover } from './added-approver.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { lockRequest, replaceSteps } from './request-store.ts'
import { hasSeatFrom, maySee } from './vote.ts'
import { assertUndecided } from './who-may-decide.ts'

export type ApproverInput = { readonly requestId: string; readonly personId: string }

/**
 * Adds a step after the present one, in which this person must approve. So an added approver never replaces another
 * one, and no vote moves to another step.
 */
export async function addApprover(
  deps: ApprovalsDeps,
  actor: Actor,
  { requestId, personId }: ApproverInput,
): Promise<void> {
  const now = deps.now()
  const { companyId } = actor
  await deps.database.transaction(async (tx) => {
    const request = await lockRequest(tx, companyId, { id: requestId })
    if (!request || !(await maySee(deps, tx, actor, request, now))) {
      throw fail('request_not_found', { requestId })
    }
    assertUndecided(request, now)
    if (!(await mayAdd(deps, tx, actor, request, now))) throw fail('not_an_approver', { requestId })
    if (peopleBehind(request).includes(personId)) {
      throw fail('requester_cannot_approve', { personId })
    }
    const activeIds = await deps.peopleOf(tx, companyId, { ids: [personId] })
    if (activeIds.length === 0) throw fail('people_unknown', { people: [personId] })
    await replaceSteps(tx, request, stepsWithApprover(request, personId, actor.id))
    await emit(tx, ApproverAdded, {
      companyId,
      entityId: requestId,
      entityVersion: versionAfterNext(request, await listComments(tx, companyId, requestId)),
      data: {
        approvalId: requestId,
        orderId: request.orderId,
        approverId: personId,
        addedById: actor.id,
      },
      occurredAt: now,
    })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'approvals.approver_added',
      target: { type: 'approval_request', id: requestId },
      outcome: 'done',
      details: { orderId: request.orderId, personId, step: request.step + 2 },
      now,
    })
  })
}

/** Administrators, and those who have or represent a seat in a step that is not over. */
async function mayAdd(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<boolean> {
  if (peopleBehind(request).includes(actor.id)) return false
  if (may(actor, 'see_every_approval')) return true
  return hasSeatFrom(deps, tx, actor, request, request.step, now)
}
