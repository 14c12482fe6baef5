import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { ApprovalPlan } from '#modules/approvals'
import type { Address, Delivery, OrderLine, OrderParties } from '#modules/orders'
import type { Amounts, ShippingCost } from '#modules/totals'

/** A reservation that is not paid for is given back after this time. */
export const reservationMinutes = 15

/** Older than this, an attempt counts as stuck: the contract's thresholds. */
export const stuckAfterMinutes = { RESERVED: 2, PAYMENT_INITIATED_CART_RECONCILING: 5 } as const

export type LiveState = keyof typeof stuckAfterMinutes
export type AttemptState = LiveState | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'FAILED'

/** What is bought, as it was checked: later changes of the cart or the catalogue do not reach it. */
export type Snapshot = {
  readonly cartSnapshotVersion: number
  /** The lines of the cart that are bought: they leave it when the order is there. */
  readonly cartItemIds: readonly string[]
  readonly currency: string
  readonly lines: readonly OrderLine[]
  /** Undefined in what a release from before taxes stored. */
  readonly amounts: Amounts | undefined
  /** What the ways cost. Undefined, too, in what is older. */
  readonly shippingCosts: readonly ShippingCost[] | undefined
  /** Where there are several, or a wish. `shipTo` is that of the first. */
  readonly deliveries: readonly Delivery[] | undefined
  readonly shipTo: Address
  readonly billTo: Address | undefined
  /** Undefined in what an earlier release stored. */
  readonly parties?: OrderParties | undefined
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  readonly note: string | undefined
}

export type Attempt = {
  readonly id: Id<'chk'>
  readonly companyId: Id<'co'>
  readonly ownerId: string
  /** Undefined for an order that was placed without one. */
  readonly cartId: Id<'cart'> | undefined
  readonly state: AttemptState
  readonly snapshot: Snapshot
  readonly total: Money
  /** Whether it took anything of a budget or a spending limit. */
  readonly budgeted: boolean
  /** Who must agree to it, as the rules stood at the handoff. Undefined: nobody. */
  readonly approval: ApprovalPlan | undefined
  readonly createdAt: Date
  readonly reservedUntil: Date
  readonly paymentId: Id<'pay'> | undefined
  readonly paymentInitiatedAt: Date | undefined
  readonly orderId: Id<'ord'> | undefined
  readonly endedAt: Date | undefined
  /** Who asked for it to be cancelled. One that was paid meanwhile is COMPLETED all the same. */
  readonly cancelledBy: string | undefined
  /** When a worker looks after it, should nobody else have ended it by then. */
  readonly nextLook: Date
  readonly failure: { readonly code: string; readonly message: string } | undefined
}

/** A card's fate or a person's wish: why an attempt ended without an order. */
export type AttemptFailure = { readonly code: string; readonly message: string }

/** Nothing is to be paid: it needs no payment. */
export function isFree({ total }: Pick<Attempt, 'total'>): boolean {
  return total.amountMinor === 0n
}

export function isAlive(state: AttemptState): state is LiveState {
  return state in stuckAfterMinutes
}

export function quantitiesOf(snapshot: Snapshot): { productId: string; quantity: number }[] {
  return snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }))
}
