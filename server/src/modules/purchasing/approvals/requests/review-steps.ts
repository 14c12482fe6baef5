import { Type } from 'typebox'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { ApprovalsDeps } from '../deps.ts'
import { announceEscalation } from '../notices/announce.ts'
import { moveToNextStep } from './move-to-next-step.ts'
import { type ApprovalRequest, peopleBehind, stepOf } from './request.ts'
import { listPendingIds, lockRequest } from './request-store.ts'
import { seatsOf, votedSeatsOf } from './seats.ts'
import { type StepState, stepStateOf } from './step-approval.ts'
import { listVotes } from './vote-store.ts'

/** Reviews the waiting steps of a company after people have left it or may not approve any more. */
export const ReviewSteps = defineJob({
  name: 'approvals.review_steps',
  payload: Type.Object({ companyId: Type.String() }),
  leaseSeconds: 60,
  attemptsMax: 10,
  poison: 'set_aside',
})

const pageMax = 100

/** Participant: schedules a review of the company's steps after this transaction. */
export function reviewStepsOf(tx: Tx, companyId: string, now: Date): void {
  enqueue(tx, ReviewSteps, { companyId }, { now })
}

/** One transaction for each request. A second run finds nothing more to do. */
export async function reviewSteps(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf' | 'now'> & { readonly database: Database },
  companyId: string,
): Promise<void> {
  const { database, now } = deps
  let ids: string[] = []
  do {
    ids = await listPendingIds(database.pool, companyId, { after: ids.at(-1), limit: pageMax })
    for (const id of ids) {
      await database.transaction(async (tx) => {
        const request = await lockRequest(tx, companyId, { id })
        if (request?.state !== 'PENDING') return
        const stepState = await reviewStep(deps, tx, request, now())
        if (stepState === 'vacant') announceEscalation(tx, request, now())
      })
    }
  } while (ids.length === pageMax)
}

/**
 * Participant, while the caller holds the request. Nobody waits for an approver who has left: if all who are left have
 * agreed, the step is over.
 */
export async function reviewStep(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'>,
  tx: Tx,
  request: ApprovalRequest,
  now: Date,
): Promise<StepState> {
  if (request.expiresAt <= now) return 'open'
  const stepState = await findStepState(deps, tx, request)
  if (stepState === 'approved') {
    auditStepPassed(tx, request, now)
    await moveToNextStep(deps, tx, request, { dueAt: now, now })
  }
  return stepState
}

async function findStepState(
  deps: Pick<ApprovalsDeps, 'peopleOf'>,
  conn: Conn,
  request: ApprovalRequest,
): Promise<StepState> {
  const { companyId, id, step: at } = request
  const step = stepOf(request)
  const seats = await seatsOf(deps, conn, companyId, step, peopleBehind(request))
  const votes = (await listVotes(conn, companyId, [id])).get(id) ?? []
  return stepStateOf(step, seats, votedSeatsOf(votes, at))
}

function auditStepPassed(
  tx: Tx,
  { companyId, id, orderId, step }: ApprovalRequest,
  now: Date,
): void {
  recordAudit(tx, {
    companyId,
    action: 'approvals.step_passed',
    target: { type: 'approval_request', id },
    outcome: 'done',
    details: { orderId, step: step + 1 },
    now,
  })
}
