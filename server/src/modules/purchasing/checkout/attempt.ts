import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { ApprovalPlan } from '#modules/approvals'
import type { Address, Delivery, OrderLine, OrderParties } from '#modules/orders'
import type { CalledOffContract } from '#modules/quotas'
import type { Amounts, ShippingCost } from '#modules/totals'

/** A reservation that nobody pays for is given back after this time. */
export const reservationMinutes = 15

/** An attempt that is older counts as stuck. The contract sets these thresholds. */
export const stuckAfterMinutes = { RESERVED: 2, PAYMENT_INITIATED_CART_RECONCILING: 5 } as const

export type LiveState = keyof typeof stuckAfterMinutes
export type AttemptState = LiveState | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'FAILED'

/** What is bought, as the service checked it. Later changes of the cart or the catalogue do not change it. */
export type Snapshot = {
  readonly cartSnapshotVersion: number
  /** The bought lines of the cart: they leave it when the order exists. */
  readonly cartItemIds: readonly string[]
  readonly currency: string
  readonly lines: readonly OrderLine[]
  /** Undefined in snapshots of a release older than taxes. */
  readonly amounts: Amounts | undefined
  /** Undefined in older snapshots too. */
  readonly shippingCosts: readonly ShippingCost[] | undefined
  /** Present if there are several deliveries or a requested date. `shipTo` is the address of the first. */
  readonly deliveries: readonly Delivery[] | undefined
  readonly shipTo: Address
  readonly billTo: Address | undefined
  /** Undefined in snapshots of an earlier release. */
  readonly parties?: OrderParties | undefined
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  readonly note: string | undefined
  /** The returned approval request whose order this one replaces. */
  readonly revises?: string | undefined
  /** The person or integration whose requisition is ordered. Absent: the owner orders for itself. */
  readonly requestedBy?: string | undefined
  /** The unit of the one who needs the goods. */
  readonly unitId?: string | undefined
  /** The products that a buyer found for lines in words of the requisition. Absent: none. */
  readonly freeTextProducts?: readonly string[] | undefined
  /** The frame contracts from which it calls off. Absent: none. */
  readonly contracts?: readonly CalledOffContract[] | undefined
}

export type Attempt = {
  readonly id: Id<'chk'>
  readonly companyId: Id<'co'>
  readonly ownerId: string
  /** Undefined for an order that was placed without a cart. */
  readonly cartId: Id<'cart'> | undefined
  readonly state: AttemptState
  readonly snapshot: Snapshot
  readonly total: Money
  /** Whether it uses any budget or spending limit. */
  readonly budgeted: boolean
  /** The approvals that it needs, by the rules at the handoff. Undefined: none. */
  readonly approval: ApprovalPlan | undefined
  readonly createdAt: Date
  readonly reservedUntil: Date
  readonly paymentId: Id<'pay'> | undefined
  readonly paymentInitiatedAt: Date | undefined
  readonly orderId: Id<'ord'> | undefined
  readonly endedAt: Date | undefined
  /** Who asked to cancel it. An attempt that was paid in the meantime is COMPLETED all the same. */
  readonly cancelledBy: string | undefined
  /** When a worker looks at it, if nobody has ended it by then. */
  readonly nextLook: Date
  readonly failure: { readonly code: string; readonly message: string } | undefined
}

/** Why an attempt ended without an order: the card failed, or a person cancelled. */
export type AttemptFailure = { readonly code: string; readonly message: string }

/** A total of zero needs no payment. */
export function isFree({ total }: Pick<Attempt, 'total'>): boolean {
  return total.amountMinor === 0n
}

/** Rules and spending limits count this person or integration, and not the colleague who orders for it. */
export function requesterOf({ ownerId, snapshot }: Pick<Attempt, 'ownerId' | 'snapshot'>): string {
  return snapshot.requestedBy ?? ownerId
}

export function isAlive(state: AttemptState): state is LiveState {
  return state in stuckAfterMinutes
}

/** A reservation that is over can no longer be paid, and the next sweep expires it. */
export function isReservationOver(
  { reservedUntil }: Pick<Attempt, 'reservedUntil'>,
  now: Date,
): boolean {
  return reservedUntil <= now
}

/** What is reserved: all lines except those that wait for stock. */
export function reservedIn({ lines }: Pick<Snapshot, 'lines'>): StockLine[] {
  return lines.filter(({ backorder }) => !backorder).map(stockLine)
}

/** What waits for stock once there is an order. Until then nothing is held for it. */
export function backorderedIn({ lines }: Pick<Snapshot, 'lines'>): StockLine[] {
  return lines.filter(({ backorder }) => backorder).map(stockLine)
}

type StockLine = { readonly productId: string; readonly quantity: Quantity }

const stockLine = ({ productId, quantity }: OrderLine): StockLine => ({ productId, quantity })
