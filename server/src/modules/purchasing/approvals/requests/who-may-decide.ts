import { type Actor, may } from '#kernel/actor'
import { fail } from '../failures.ts'
import { type ApprovalRequest, peopleBehind, stepOf, type Vote } from './request.ts'
import { votedSeatsOf } from './seats.ts'

/** Nobody has decided the request, and its time is not over. */
export function isUndecided(
  { state, expiresAt }: Pick<ApprovalRequest, 'state' | 'expiresAt'>,
  now: Date,
): boolean {
  return state === 'PENDING' && expiresAt > now
}

export function assertUndecided(request: ApprovalRequest, now: Date): void {
  const { id: requestId, state } = request
  if (!isUndecided(request, now)) throw fail('already_decided', { requestId, state })
}

export function assertNotOwnOrder(actor: Actor, request: ApprovalRequest): void {
  if (peopleBehind(request).includes(actor.id)) throw fail('own_order', { requestId: request.id })
}

/** The content and the step that an approver has read. */
export type RequestVersion = {
  readonly contentHash: string | undefined
  /** From 1. */
  readonly step: number | undefined
}

export function assertVersion(
  { id: requestId, contentHash, step }: ApprovalRequest,
  version: Partial<RequestVersion>,
): void {
  if (version.contentHash !== undefined && version.contentHash !== contentHash) {
    throw fail('content_changed', { requestId, contentHash })
  }
  if (version.step !== undefined && version.step !== step + 1) {
    throw fail('step_over', { requestId, step: step + 1 })
  }
}

/** The seats of the present step. */
export type StepSeats = {
  readonly seats: readonly string[]
  /** The actor's own seats, those of people whose deputy the actor is, and for an administrator the escalated ones. */
  readonly actorSeats: readonly string[]
  readonly votedSeats: ReadonlySet<string>
}

/** `principals`: the actor, and the people whose deputy the actor is. */
export function stepSeatsOf(
  actor: Actor,
  request: ApprovalRequest,
  {
    seats,
    principals,
    votes,
  }: {
    readonly seats: readonly string[]
    readonly principals: readonly string[]
    readonly votes: readonly Vote[]
  },
): StepSeats {
  const { step: at, escalatedStep } = request
  const votedSeats = votedSeatsOf(votes, at)
  const principalSeats = seats.filter((seat) => principals.includes(seat))
  const isEscalated = escalatedStep === at && may(actor, 'decide_escalated_approvals')
  if (!isEscalated) return { seats, actorSeats: principalSeats, votedSeats }
  // None of the approvers is left: the administrator decides with a seat of their own.
  if (seats.length === 0) return { seats, actorSeats: [actor.id], votedSeats }
  if (stepOf(request).mode === 'ALL') return { seats, actorSeats: seats, votedSeats }
  // Any approval is enough, so the vote takes one seat and not all of them.
  const actorSeats = principalSeats.length > 0 ? principalSeats : seats.slice(0, 1)
  return { seats, actorSeats, votedSeats }
}

/** The seats for which the actor can still vote. Throws if the step is not the actor's, or if the actor has voted. */
export function openSeatsOf(stepSeats: StepSeats, step: number): readonly string[] {
  assertOwnTurn(stepSeats, step)
  const openSeats = withoutVote(stepSeats)
  if (openSeats.length === 0) throw fail('already_voted', { step: step + 1 })
  return openSeats
}

export function assertOwnTurn({ actorSeats }: StepSeats, step: number): void {
  if (actorSeats.length === 0) throw fail('not_your_turn', { step: step + 1 })
}

export function hasOpenSeat(stepSeats: StepSeats): boolean {
  return withoutVote(stepSeats).length > 0
}

function withoutVote({ actorSeats, votedSeats }: StepSeats): readonly string[] {
  return actorSeats.filter((seat) => !votedSeats.has(seat))
}
