import { type Actor, may } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { principalsOf } from '../deputies/deputy-store.ts'
import { fail } from '../failures.ts'
import { seatsOf } from './plan.ts'
import type { PlannedStep } from './planned-step.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { holdRequest, replaceSteps } from './request-store.ts'
import { maySee } from './vote.ts'

/** With those of the rules: as many as rules may ask for. */
const stepsMax = 20

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
    const request = await holdRequest(tx, companyId, { id: requestId })
    if (!request || !(await maySee(deps, tx, actor, request, now))) {
      throw fail('request_not_found', { requestId })
    }
    const { state, steps, step: at } = request
    if (state !== 'PENDING' || request.expiresAt <= now) {
      throw fail('already_decided', { requestId, state })
    }
    if (!(await mayAdd(deps, tx, actor, request, now))) throw fail('not_an_approver', { requestId })
    if (peopleBehind(request).includes(personId)) {
      throw fail('requester_cannot_approve', { personId })
    }
    const known = await deps.peopleOf(tx, companyId, { ids: [personId] })
    if (known.length === 0) throw fail('people_unknown', { people: [personId] })
    if (steps.slice(at).some((step) => needs(step, personId))) {
      throw fail('approver_exists', { personId })
    }
    if (steps.length >= stepsMax) throw fail('approvers_limit_reached', { limit: stepsMax })
    const added: PlannedStep = {
      mode: 'ALL',
      people: [personId],
      role: undefined,
      ruleId: `added_${personId}`,
      ruleName: steps[at]?.ruleName ?? '',
      reads: ['content'],
      addedBy: actor.id,
    }
    await replaceSteps(tx, request, steps.toSpliced(at + 1, 0, added))
    recordAudit(tx, {
      companyId,
      actor,
      action: 'approvals.approver_added',
      target: { type: 'approval_request', id: requestId },
      outcome: 'done',
      details: { orderId: request.orderId, personId, step: at + 2 },
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
  const own = peopleBehind(request)
  if (own.includes(actor.id)) return false
  if (may(actor, 'see_every_approval')) return true
  const principals = [actor.id, ...(await principalsOf(tx, request.companyId, actor.id, now))]
  for (const step of request.steps.slice(request.step)) {
    const seats = await seatsOf(deps, tx, request.companyId, step, own)
    if (seats.some((id) => principals.includes(id))) return true
  }
  return false
}

/** The order cannot pass this step without the person. */
function needs({ mode, people, role }: PlannedStep, personId: string): boolean {
  return people.includes(personId) && (mode === 'ALL' || (people.length === 1 && !role))
}
