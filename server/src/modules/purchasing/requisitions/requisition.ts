import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { Address } from '#modules/orders'
import type { UndividedReferences } from '#modules/orders/line-references'

export const requisitionStates = [
  'DRAFT',
  'SUBMITTED',
  'IN_SOURCING',
  'IN_APPROVAL',
  'APPROVED',
  'ORDERED',
  'RETURNED',
  'REJECTED',
  'WITHDRAWN',
] as const

export type RequisitionState = (typeof requisitionStates)[number]

export type Requisition = {
  readonly id: Id<'rqn'>
  readonly companyId: Id<'co'>
  /** REQ-2026-000123. */
  readonly number: string
  /** A person, or an integration. */
  readonly requesterId: string
  /** The unit of the requester when the requisition was made. */
  readonly unitId: string | undefined
  readonly title: string
  readonly state: RequisitionState
  /** A day, such as 2026-12-24. */
  readonly neededBy: string | undefined
  readonly shipTo: Address | undefined
  readonly note: string | undefined
  /** The order that it became, while that one waits for approval or is placed. */
  readonly order: { readonly id: string; readonly number: string } | undefined
  readonly submittedAt: Date | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** What a buyer found for a line in words. */
export type Sourcing = {
  readonly productId: string | undefined
  /** With `price`: the supplier that has agreed to it. */
  readonly supplierId: string | undefined
  /** The agreed price of one unit. */
  readonly price: UnitPrice | undefined
  readonly note: string | undefined
  readonly by: string
  readonly at: Date
}

export type RequisitionLine = UndividedReferences & {
  readonly id: Id<'rql'>
  /** Counts from 1, without gaps. */
  readonly position: number
  readonly quantity: number
  /** A product of the catalogue; else `what` says what is needed. */
  readonly productId: string | undefined
  readonly what: string | undefined
  readonly unit: string | undefined
  /** What the whole line may cost, by the requester. */
  readonly estimate: Money | undefined
  readonly unspsc: string | undefined
  readonly category: string | undefined
  readonly suggestedSupplier: string | undefined
  readonly links: readonly string[]
  readonly note: string | undefined
  readonly sourcing: Sourcing | undefined
}

export type HistoryEntry = {
  readonly version: number
  readonly state: RequisitionState
  /** Undefined: the service, because of what happened to the order. */
  readonly actorId: string | undefined
  readonly comment: string | undefined
  readonly orderId: string | undefined
  readonly at: Date
}

export const linesMax = 200
/** The most requisitions of one person that have not ended. */
export const openMax = 500

/** The states that a requisition may move to next. Every change of its state obeys this table. */
const mayBecome: Readonly<Record<RequisitionState, readonly RequisitionState[]>> = {
  DRAFT: ['SUBMITTED'],
  SUBMITTED: ['IN_SOURCING', 'IN_APPROVAL', 'APPROVED', 'RETURNED', 'REJECTED', 'WITHDRAWN'],
  IN_SOURCING: ['IN_APPROVAL', 'APPROVED', 'RETURNED', 'REJECTED', 'WITHDRAWN'],
  IN_APPROVAL: ['APPROVED', 'RETURNED', 'REJECTED'],
  APPROVED: ['ORDERED'],
  ORDERED: [],
  RETURNED: ['SUBMITTED', 'WITHDRAWN'],
  REJECTED: [],
  WITHDRAWN: [],
}

export function isLegal(from: RequisitionState, to: RequisitionState): boolean {
  return mayBecome[from].includes(to)
}

export const endedStates = requisitionStates.filter((state) => mayBecome[state].length === 0)

/** Its requester may change it. */
export function isEditable(state: RequisitionState): boolean {
  return isLegal(state, 'SUBMITTED')
}

/** Buyers work on it: they source its lines, convert it, return it or reject it. */
export function isWithBuyers(state: RequisitionState): boolean {
  return state === 'SUBMITTED' || state === 'IN_SOURCING'
}

/** The product to order for a line. Undefined: none yet. */
export function productToOrder({
  productId,
  sourcing,
}: Pick<RequisitionLine, 'productId' | 'sourcing'>): string | undefined {
  return productId ?? sourcing?.productId
}
