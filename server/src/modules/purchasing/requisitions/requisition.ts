import type { Id } from '#kernel/id'
import type { Money, UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Address } from '#modules/orders'
import type { RequestedReferences } from '#modules/orders/line-references'

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
  /** The unit that the requester chose, or belonged to when the requisition was made. */
  readonly unitId: string | undefined
  readonly title: string
  readonly state: RequisitionState
  /** A day, such as 2026-12-24. */
  readonly neededBy: string | undefined
  readonly shipTo: Address | undefined
  readonly note: string | undefined
  /** The newest order of its lines. */
  readonly order: LineOrder | undefined
  readonly submittedAt: Date | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** What a buyer found for a line in words. */
export type Sourcing = {
  readonly productId: string | undefined
  /** The request for an external offer. Its product is known when it is confirmed. */
  readonly offerRequestId: string | undefined
  /** With `price`: the supplier that has agreed to it. */
  readonly supplierId: string | undefined
  /** The negotiated price of one unit. */
  readonly price: UnitPrice | undefined
  readonly note: string | undefined
  readonly by: string
  readonly at: Date
}

/** OPEN: no order has it yet. CANCELLED: it is never ordered. */
export const lineStates = ['OPEN', 'IN_APPROVAL', 'ORDERED', 'CANCELLED'] as const

export type LineState = (typeof lineStates)[number]

export type LineOrder = { readonly id: string; readonly number: string }

export type RequisitionLine = RequestedReferences & {
  readonly id: Id<'rql'>
  /** Counts from 1. */
  readonly position: number
  readonly state: LineState
  /** The order that contains the line. For a cancelled line: the order that was rejected, or from which it was removed. */
  readonly order: LineOrder | undefined
  readonly quantity: Quantity
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
  // Again in sourcing: some lines are in an order, and others are open.
  IN_SOURCING: ['IN_SOURCING', 'IN_APPROVAL', 'APPROVED', 'RETURNED', 'REJECTED', 'WITHDRAWN'],
  // Again in approval: one of its orders is decided, and others wait.
  IN_APPROVAL: ['IN_APPROVAL', 'APPROVED', 'RETURNED', 'REJECTED'],
  APPROVED: ['ORDERED'],
  ORDERED: [],
  // Withdrawn lines leave it with the orders of the other lines.
  RETURNED: ['SUBMITTED', 'IN_APPROVAL', 'APPROVED', 'WITHDRAWN'],
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

export function isInOrder({ state }: Pick<RequisitionLine, 'state'>): boolean {
  return state === 'IN_APPROVAL' || state === 'ORDERED'
}

/** Where a requisition stands by its lines. Undefined: all are cancelled. */
export function stateByLines(
  lines: readonly Pick<RequisitionLine, 'state'>[],
): 'IN_SOURCING' | 'IN_APPROVAL' | 'ORDERED' | undefined {
  const has = (wanted: LineState) => lines.some(({ state }) => state === wanted)
  if (has('OPEN')) return 'IN_SOURCING'
  if (has('IN_APPROVAL')) return 'IN_APPROVAL'
  return has('ORDERED') ? 'ORDERED' : undefined
}

/** Ids of orders sort by time. */
export function newestOrder(
  lines: readonly Pick<RequisitionLine, 'order'>[],
): LineOrder | undefined {
  const orders = lines.flatMap(({ order }) => order ?? [])
  return orders.reduce<LineOrder | undefined>(
    (newest, order) => (newest && newest.id > order.id ? newest : order),
    undefined,
  )
}

/** The product to order for a line. Undefined: none yet. */
export function productToOrder({
  productId,
  sourcing,
}: Pick<RequisitionLine, 'productId' | 'sourcing'>): string | undefined {
  return productId ?? sourcing?.productId
}
