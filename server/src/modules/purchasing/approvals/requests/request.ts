import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Cause } from '#platform/outbox'
import type { PlannedStep } from './planned-step.ts'

export const requestStates = [
  'PENDING',
  'APPROVING',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'EXPIRED',
  'WITHDRAWN',
] as const

export type RequestState = (typeof requestStates)[number]

export type ApprovalRequest = {
  readonly id: Id<'apq'>
  readonly companyId: Id<'co'>
  readonly orderId: string
  /** Requests that a process of an older version made have the id of the order here. */
  readonly orderNumber: string
  /** The person, the API key or the integration that needs the order. */
  readonly requestedBy: string
  /** That person; for a key, the person who made it. */
  readonly requesterId: string
  /** The person who paid for a colleague's order, or ordered a colleague's requisition. Undefined: the requester did. */
  readonly payerId: string | undefined
  /** The order was made of a requisition. If it is returned, only the requisition becomes an order again. */
  readonly ofRequisition: boolean
  /** SHA-256, in hexadecimal, of the ordered content. */
  readonly contentHash: string
  /** 1 as it was ordered. Each reduction by an approver adds one. */
  readonly version: number
  /** What the order costs, or would cost with what is added. */
  readonly total: Money
  /** How much a change would add to the placed order. Undefined: the request is about the order itself. */
  readonly added: Money | undefined
  readonly steps: readonly PlannedStep[]
  /** The step to decide, from 0. */
  readonly step: number
  readonly state: RequestState
  readonly reason: string | undefined
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly remindAfterHours: number | undefined
  readonly escalateAfterHours: number | undefined
  /** The step in which administrators may decide in the place of its approvers. */
  readonly escalatedStep: number | undefined
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
  /** The cause of the last vote, if an automation cast it. */
  readonly cause: Cause | undefined
  /** Undefined in requests of an older version, as is the digest. */
  readonly facts: RequestFacts | undefined
  /** SHA-256 of the ordered content without the id of the order. */
  readonly contentDigest: string | undefined
  /** The returned request that this one replaces. */
  readonly revises: string | undefined
  /** The request that replaces this one. */
  readonly revisedBy: string | undefined
}

export type Vote = {
  readonly step: number
  /** The approver whose seat it is. */
  readonly personId: string
  /** The person who voted: the approver, or a deputy. */
  readonly votedBy: string
  readonly note: string | undefined
  readonly votedAt: Date
  /** The returned request in which the vote was cast, if this request keeps it. */
  readonly keptFrom?: string | undefined
}

export type RequestWithVotes = {
  readonly request: ApprovalRequest
  readonly votes: readonly Vote[]
}

/** The values that the conditions of rules read, beside the total and the requester. Each list is sorted. */
export type RequestFacts = {
  readonly costCenters: readonly string[]
  /** Undefined in requests of an older version, as are the next two. */
  readonly glAccounts?: readonly string[] | undefined
  readonly projects?: readonly string[] | undefined
  /** What is booked where, of the lines with allocations: `cost centre, GL account, project, amount`. */
  readonly shares?: readonly string[] | undefined
  /** Undefined if no rule had categories. */
  readonly categoryIds?: readonly string[] | undefined
  readonly requesterRoles: readonly string[]
  /** Undefined in requests of an older version. */
  readonly supplierIds?: readonly string[] | undefined
  /** Undefined if no rule had such a condition, as are the next two. */
  readonly unitIds?: readonly string[] | undefined
  readonly newSupplierIds?: readonly string[] | undefined
  readonly raisedPrices?: readonly string[] | undefined
  readonly offContractProducts?: readonly string[] | undefined
  /** Requests of an older version have none, or the ids of the products without prices. */
  readonly freeTextProducts?: readonly string[] | undefined
}

/** The people behind the order, who may not approve it. */
export function peopleBehind({
  requesterId,
  payerId,
}: Pick<ApprovalRequest, 'requesterId' | 'payerId'>): readonly string[] {
  return payerId === undefined ? [requesterId] : [requesterId, payerId]
}

/** The step to decide. */
export function stepOf({ id, steps, step }: ApprovalRequest): PlannedStep {
  const plannedStep = steps[step]
  if (!plannedStep) throw new Error(`approval request ${id} has no step ${step}`)
  return plannedStep
}

/** The order waits: its stock, its money and its budgets are held. */
export function isOpen({ state }: Pick<ApprovalRequest, 'state'>): boolean {
  return state === 'PENDING' || state === 'APPROVING'
}
