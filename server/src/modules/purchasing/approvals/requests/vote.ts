import { type Actor, may } from '#kernel/actor'
import { after, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { principalsOf } from '../deputies/deputy-store.ts'
import { fail } from '../failures.ts'
import { announceDecision } from '../notices/announce.ts'
import { moveOn } from './move-on.ts'
import { seatsOf } from './plan.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { holdRequest, insertVotes, listVotes, markDecided } from './request-store.ts'

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
  { requestId, contentHash, currentHash, step: seenStep, note }: Approval,
  now: Date,
): Promise<boolean> {
  const request = await holdOpen(deps, tx, actor, requestId, now)
  refuseOtherVersion(request, { contentHash, step: seenStep })
  refuseOtherVersion(request, { contentHash: currentHash })
  const { seats, mine, voted } = await standing(deps, tx, actor, request, now)
  const left = mine.filter((id) => !voted.has(id))
  if (left.length === 0) throw fail('already_voted', { step: request.step + 1 })
  const votes = left.map((personId) => ({
    step: request.step,
    personId,
    votedBy: actor.id,
    note,
    votedAt: now,
  }))
  await insertVotes(tx, request, votes)
  const step = request.steps[request.step]
  const isDone = step?.mode === 'ANY' || seats.every((id) => voted.has(id) || left.includes(id))
  const isLast = isDone && (await moveOn(deps, tx, request, { dueAt: after(now, graceMs), now }))
  auditVote(tx, actor, 'approved', request, now)
  return isLast
}

export type Refusal = Partial<Version> & {
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
  const request = await holdOpen(deps, tx, actor, requestId, now)
  refuseOtherVersion(request, version)
  await standing(deps, tx, actor, request, now)
  await markDecided(tx, request, { to, by: actor.id, reason }, now)
  await announceDecision(tx, request, now)
  auditVote(tx, actor, to === 'RETURNED' ? 'returned' : 'rejected', request, now)
}

/** The content and the step that an approver has read. */
type Version = {
  readonly contentHash: string | undefined
  readonly step: number | undefined
}

function refuseOtherVersion(
  { id: requestId, contentHash, step }: ApprovalRequest,
  seen: Partial<Version>,
): void {
  if (seen.contentHash !== undefined && seen.contentHash !== contentHash) {
    throw fail('content_changed', { requestId, contentHash })
  }
  if (seen.step !== undefined && seen.step !== step + 1) {
    throw fail('step_over', { requestId, step: step + 1 })
  }
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
  const own = peopleBehind(request)
  const seesAll = may(actor, 'see_every_approval') || may(actor, 'act_for_every_company')
  if (seesAll || own.includes(actor.id)) return true
  const { companyId, steps } = request
  const principals = [actor.id, ...(await principalsOf(conn, companyId, actor.id, now))]
  for (const step of steps) {
    const seats = await seatsOf(deps, conn, companyId, step, own)
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
  if (request.state !== 'PENDING' || request.expiresAt <= now) return false
  if (peopleBehind(request).includes(actor.id)) return false
  const { mine, voted } = await placesOf(deps, conn, actor, request, now)
  return mine.some((id) => !voted.has(id))
}

async function holdOpen(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  requestId: string,
  now: Date,
): Promise<ApprovalRequest> {
  const request = await holdRequest(tx, actor.companyId, { id: requestId })
  if (!request || !(await maySee(deps, tx, actor, request, now))) {
    throw fail('request_not_found', { requestId })
  }
  if (peopleBehind(request).includes(actor.id)) throw fail('own_order', { requestId })
  if (request.state !== 'PENDING' || request.expiresAt <= now) {
    throw fail('already_decided', { requestId, state: request.state })
  }
  return request
}

type Places = {
  readonly seats: readonly string[]
  /** The actor's own seats, those of people whose deputy the actor is, and for an administrator the escalated ones. */
  readonly mine: readonly string[]
  readonly voted: ReadonlySet<string>
}

async function standing(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<Places> {
  const places = await placesOf(deps, tx, actor, request, now)
  if (places.mine.length === 0) throw fail('not_your_turn', { step: request.step + 1 })
  return places
}

async function placesOf(
  deps: ApprovalsDeps,
  conn: Conn,
  actor: Actor,
  request: ApprovalRequest,
  now: Date,
): Promise<Places> {
  const { companyId, id, step: at } = request
  const step = request.steps[at]
  if (!step) throw new Error(`approval request ${id} has no step ${at}`)
  const seats = await seatsOf(deps, conn, companyId, step, peopleBehind(request))
  const principals = [actor.id, ...(await principalsOf(conn, companyId, actor.id, now))]
  const own = seats.filter((seat) => principals.includes(seat))
  const votes = (await listVotes(conn, companyId, [id])).get(id) ?? []
  const voted = new Set(votes.filter((vote) => vote.step === at).map(({ personId }) => personId))
  const isEscalated = request.escalatedStep === at && may(actor, 'decide_escalated_approvals')
  if (!isEscalated) return { seats, mine: own, voted }
  // None of the approvers is left: the administrator decides with a seat of their own.
  if (seats.length === 0) return { seats, mine: [actor.id], voted }
  // If any approval is enough, the vote takes one seat and not all of them.
  const one = own.length > 0 ? own : seats.slice(0, 1)
  return { seats, mine: step.mode === 'ALL' ? seats : one, voted }
}

function auditVote(
  tx: Tx,
  actor: Actor,
  done: 'approved' | 'rejected' | 'returned',
  { id, orderId, step, contentHash }: ApprovalRequest,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.order_${done}`,
    target: { type: 'approval_request', id },
    outcome: 'done',
    details: { orderId, step: step + 1, contentHash },
    now,
  })
}
