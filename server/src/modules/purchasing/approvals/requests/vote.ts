import { type Actor, may } from '#kernel/actor'
import { after, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { principalsOf } from '../deputies/deputy-store.ts'
import { fail } from '../failures.ts'
import { announceDecision } from '../notices/announce.ts'
import { moveToNextStep } from './move-to-next-step.ts'
import { type ApprovalRequest, peopleBehind, stepOf } from './request.ts'
import { lockRequest, markDecided } from './request-store.ts'
import { seatsOf } from './seats.ts'
import { isStepApproved } from './step-approval.ts'
import { insertVotes, listVotes } from './vote-store.ts'
import {
  assertNotOwnOrder,
  assertOwnTurn,
  assertUndecided,
  assertVersion,
  hasOpenSeat,
  isUndecided,
  openSeatsOf,
  type RequestVersion,
  type StepSeats,
  stepSeatsOf,
} from './who-may-decide.ts'

export type Approval = {
  readonly requestId: string
  /** The hash of the content that the approver has seen. */
  readonly contentHash: string
  /** The hash of the ordered content, computed again from the locked order. */
  readonly currentHash: string
  /** From 1, as the approver saw it. */
  readonly step?: number | undefined
  readonly note?: string | undefined
}

/** When a worker places the order, if the request that ended the last step dies before it does. */
const graceMs = secondsMs(8)

/**
 * Participant, in a transaction that holds the order: one approver agrees, for every seat of theirs in this step.
 * Returns true if that was the last approval needed.
 */
export async function castApproval(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  { requestId, contentHash, currentHash, step, note }: Approval,
  now: Date,
): Promise<boolean> {
  const request = await holdUndecided(deps, tx, actor, requestId, now)
  assertVersion(request, { contentHash, step })
  assertVersion(request, { contentHash: currentHash })
  const { step: at } = request
  const stepSeats = await findStepSeats(deps, tx, actor, request, now)
  const { seats, votedSeats } = stepSeats
  const openSeats = openSeatsOf(stepSeats, at)
  const votes = openSeats.map((personId) => ({
    step: at,
    personId,
    votedBy: actor.id,
    note,
    votedAt: now,
  }))
  await insertVotes(tx, request, votes)
  const isApproved = isStepApproved(stepOf(request), seats, new Set([...votedSeats, ...openSeats]))
  const isLast =
    isApproved && (await moveToNextStep(deps, tx, request, { dueAt: after(now, graceMs), now }))
  auditVote(tx, actor, 'approved', request, now)
  return isLast
}

export type Refusal = Partial<RequestVersion> & {
  readonly requestId: string
  /** An order that is returned for change can be submitted again. */
  readonly to: 'REJECTED' | 'RETURNED'
  readonly reason: string
}

/** Participant, in a transaction that holds the order: one approver rejects or returns it, and that decides. */
export async function castRefusal(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  { requestId, to, reason, ...version }: Refusal,
  now: Date,
): Promise<void> {
  const request = await lockOwnTurn(deps, tx, actor, requestId, version, now)
  await markDecided(tx, request, { to, by: actor.id, reason }, now)
  await announceDecision(tx, request, now)
  auditVote(tx, actor, to === 'RETURNED' ? 'returned' : 'rejected', request, now)
}

/**
 * The people who may see a request: its requester, the approvers of all its steps, administrators, and operators in the
 * company.
 */
export async function maySee(
  deps: ApprovalsDeps,
  conn: Conn,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<boolean> {
  const seesAll = may(actor, 'see_every_approval') || may(actor, 'act_for_every_company')
  if (seesAll || peopleBehind(request).includes(actor.id)) return true
  return hasSeatFrom(deps, conn, actor, request, 0, now)
}

/** Whether the actor has or represents a seat in this step or a later one. */
export async function hasSeatFrom(
  deps: ApprovalsDeps,
  conn: Conn,
  actor: Actor,
  request: ApprovalRequest,
  firstStep: number,
  now: Date,
): Promise<boolean> {
  const { companyId, steps } = request
  const principals = [actor.id, ...(await principalsOf(conn, companyId, actor.id, now))]
  for (const step of steps.slice(firstStep)) {
    const seats = await seatsOf(deps, conn, companyId, step, peopleBehind(request))
    if (seats.some((id) => principals.includes(id))) return true
  }
  return false
}

/** Whether the actor could approve or reject now. */
export async function mayDecide(
  deps: ApprovalsDeps,
  conn: Conn,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<boolean> {
  if (!isUndecided(request, now) || peopleBehind(request).includes(actor.id)) return false
  return hasOpenSeat(await findStepSeats(deps, conn, actor, request, now))
}

/** Participant: the request, if the actor decides its present step and has read this version of it. */
export async function lockOwnTurn(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  requestId: string,
  version: Partial<RequestVersion>,
  now: Date,
): Promise<ApprovalRequest> {
  const request = await holdUndecided(deps, tx, actor, requestId, now)
  assertVersion(request, version)
  assertOwnTurn(await findStepSeats(deps, tx, actor, request, now), request.step)
  return request
}

async function holdUndecided(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  requestId: string,
  now: Date,
): Promise<ApprovalRequest> {
  const request = await lockRequest(tx, actor.companyId, { id: requestId })
  if (!request || !(await maySee(deps, tx, actor, request, now))) {
    throw fail('request_not_found', { requestId })
  }
  assertNotOwnOrder(actor, request)
  assertUndecided(request, now)
  return request
}

async function findStepSeats(
  deps: ApprovalsDeps,
  conn: Conn,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<StepSeats> {
  const { companyId, id } = request
  const seats = await seatsOf(deps, conn, companyId, stepOf(request), peopleBehind(request))
  const principals = [actor.id, ...(await principalsOf(conn, companyId, actor.id, now))]
  const votes = (await listVotes(conn, companyId, [id])).get(id) ?? []
  return stepSeatsOf(actor, request, { seats, principals, votes })
}

export function auditVote(
  tx: Tx,
  actor: Actor,
  decision: 'approved' | 'rejected' | 'returned' | 'reduced',
  { id, orderId, step, contentHash }: ApprovalRequest,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.order_${decision}`,
    target: { type: 'approval_request', id },
    outcome: 'done',
    details: { orderId, step: step + 1, contentHash },
    now,
  })
}
