import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Cause } from '#platform/outbox'
import type { PlannedStep } from './plan.ts'

export const requestStates = [
  'PENDING',
  'APPROVING',
  'APPROVED',
  'REJECTED',
  'EXPIRED',
  'WITHDRAWN',
] as const

export type RequestState = (typeof requestStates)[number]

export type ApprovalRequest = {
  readonly id: Id<'apq'>
  readonly companyId: Id<'co'>
  readonly orderId: string
  /** The person, or the API key, that ordered. */
  readonly requestedBy: string
  /** The person behind it: of a key, who made it. */
  readonly requesterId: string
  /** Who paid for a colleague's order: also behind it. Undefined where whoever ordered has paid. */
  readonly payerId: string | undefined
  /** SHA-256, in hexadecimal, of what was ordered. */
  readonly contentHash: string
  readonly total: Money
  readonly steps: readonly PlannedStep[]
  /** Which is being decided, from 0. */
  readonly step: number
  readonly state: RequestState
  readonly reason: string | undefined
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly remindAfterHours: number | undefined
  readonly escalateAfterHours: number | undefined
  /** In this step administrators may decide in the place of those who were asked. */
  readonly escalatedStep: number | undefined
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
  /** Whose vote was the last, where an automation cast it. */
  readonly cause: Cause | undefined
}

export type Vote = {
  readonly step: number
  /** Whose place it is. */
  readonly personId: string
  /** Who spoke: the person, or a deputy. */
  readonly votedBy: string
  readonly note: string | undefined
  readonly votedAt: Date
}

export type RequestWithVotes = {
  readonly request: ApprovalRequest
  readonly votes: readonly Vote[]
}

/** Whose order it is, and so who has no say in it. */
export function peopleBehind({
  requesterId,
  payerId,
}: Pick<ApprovalRequest, 'requesterId' | 'payerId'>): readonly string[] {
  return payerId === undefined ? [requesterId] : [requesterId, payerId]
}
