import { Type } from 'typebox'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { ApprovalsDeps } from '../deps.ts'
import { announceEscalation } from '../notices/announce.ts'
import { moveOn } from './move-on.ts'
import { seatsOf } from './plan.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { holdRequest, listPendingIds, listVotes } from './request-store.ts'

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
        const request = await holdRequest(tx, companyId, { id })
        if (request?.state !== 'PENDING') return
        const standing = await reviewStep(deps, tx, request, now())
        if (standing === 'vacant') announceEscalation(tx, request, now())
      })
    }
  } while (ids.length === pageMax)
}

/** `vacant`: none of the approvers is there any more, and administrators must decide in their place. */
type Standing = 'agreed' | 'vacant' | 'open'

/**
 * Participant, while the caller holds the request. Nobody waits for an approver who has left: if all who are left have
 * agreed, the step is over.
 */
export async function reviewStep(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'>,
  tx: Tx,
  request: ApprovalRequest,
  now: Date,
): Promise<Standing> {
  if (request.expiresAt <= now) return 'open'
  const standing = await standingOf(deps, tx, request)
  if (standing === 'agreed') {
    auditPassing(tx, request, now)
    await moveOn(deps, tx, request, { dueAt: now, now })
  }
  return standing
}

async function standingOf(
  deps: Pick<ApprovalsDeps, 'peopleOf'>,
  conn: Conn,
  request: ApprovalRequest,
): Promise<Standing> {
  const { companyId, id, step: at } = request
  const step = request.steps[at]
  if (!step) throw new Error(`approval request ${id} has no step ${at}`)
  const seats = await seatsOf(deps, conn, companyId, step, peopleBehind(request))
  if (seats.length === 0) return 'vacant'
  if (step.mode === 'ANY') return 'open'
  const votes = (await listVotes(conn, companyId, [id])).get(id) ?? []
  const voted = new Set(votes.filter((vote) => vote.step === at).map(({ personId }) => personId))
  return seats.every((seat) => voted.has(seat)) ? 'agreed' : 'open'
}

function auditPassing(tx: Tx, { companyId, id, orderId, step }: ApprovalRequest, now: Date): void {
  recordAudit(tx, {
    companyId,
    action: 'approvals.step_passed',
    target: { type: 'approval_request', id },
    outcome: 'done',
    details: { orderId, step: step + 1 },
    now,
  })
}
