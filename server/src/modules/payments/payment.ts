import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

export const paymentStates = [
  'INITIATED',
  'PENDING',
  'AUTHORIZED',
  'SUCCEEDED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'FAILED',
  'VOIDED',
] as const

export type PaymentState = (typeof paymentStates)[number]

export const paymentMethods = ['card', 'invoice'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The provider of what is paid on net terms: ourselves. */
export const invoiceProvider = 'invoice'

export type Payment = {
  readonly id: Id<'pay'>
  readonly companyId: Id<'co'>
  readonly payerId: string
  readonly checkoutId: string | null
  readonly orderId: string | null
  readonly method: PaymentMethod
  readonly provider: string
  /** `manual`: the payer's approval only holds the money, a capture takes it. */
  readonly captureMethod: 'automatic' | 'manual'
  readonly state: PaymentState
  readonly amount: Money
  readonly authorized: Money
  readonly captured: Money
  readonly voided: Money
  readonly refunded: Money
  /** Promised to refunds that the provider has not answered yet. */
  readonly refunding: Money
  /** Went back by another way than the provider, which knows nothing of it. */
  readonly paidOut: Money
  /** Taken back by the payer's bank after a dispute that was lost, and not returned since. */
  readonly chargedBack: Money
  readonly returnUrl?: string
  /** Where the payer goes to pay. */
  readonly redirectUrl?: string
  readonly providerReference?: string
  readonly failureReason?: string
  /** Net terms: days from an invoice to the day on which it is due. */
  readonly netDays?: number
  /** Net terms from before each invoice had a day of its own: all of it is due on it, `2026-01-31`. */
  readonly dueOn?: string
  readonly createdAt: Date
  /** Until when the payer may pay. Null for an invoice, which waits for nobody. */
  readonly expiresAt: Date | null
  readonly version: number
}

/**
 * `REINSTATED`: what was booked as released was taken after all, so that much of the release is taken back. `PAID_OUT`: went
 * back by another way than the provider. `CHARGED_BACK`: a bank took it back for its payer. `CHARGE_RETURNED`: and has given it
 * back to us, having decided otherwise.
 */
export const ledgerKinds = [
  'AUTHORIZED',
  'CAPTURED',
  'VOIDED',
  'REINSTATED',
  'REFUNDED',
  'PAID_OUT',
  'CHARGED_BACK',
  'CHARGE_RETURNED',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

export type LedgerEntry = {
  readonly kind: LedgerKind
  readonly amount: Money
  readonly refundId?: string
}

export type BookedEntry = LedgerEntry & { readonly recordedAt: Date }

export type RefundState = 'PENDING' | 'SUCCEEDED' | 'FAILED'

/** `OTHERWISE`: by an operator's hand, such as a bank transfer. */
export const refundWays = ['PROVIDER', 'OTHERWISE'] as const
export type RefundWay = (typeof refundWays)[number]

/** What a refund by hand is for: a line of the order, or a supplier's part of it. */
export type RefundPurpose = { readonly lineNumber: number } | { readonly supplierId: string }

export type Refund = {
  readonly id: Id<'rfd'>
  readonly companyId: Id<'co'>
  readonly paymentId: Id<'pay'>
  readonly state: RefundState
  readonly way: RefundWay
  readonly amount: Money
  readonly reason?: string
  /** Absent where it takes nothing off the price of an order, or concerns all that is left of it. */
  readonly purpose?: RefundPurpose
  /** Who asked for it, or `provider` when it was made there. */
  readonly requestedBy: string
  readonly providerReference?: string
  readonly failureReason?: string
  readonly createdAt: Date
  readonly settledAt?: Date
  readonly attempts: number
}

/** `OPEN`: the bank has yet to decide, also where it only inquires. `WON`: we keep the money. */
export const disputeStates = ['OPEN', 'WON', 'LOST'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The holder of a card has asked the bank for the money back. */
export type Dispute = {
  /** The provider's name for it. */
  readonly reference: string
  readonly state: DisputeState
  readonly amount: Money
  readonly reason: string
  readonly answerBy: Date | undefined
  readonly openedAt: Date
  readonly closedAt: Date | undefined
}

/** Nothing can happen to it any more but a refund. */
export function hasEnded(payment: Payment): boolean {
  return !isOpen(payment)
}

export function isOpen({ state }: Payment): boolean {
  return state === 'INITIATED' || state === 'PENDING' || state === 'AUTHORIZED'
}

/** What of the captured money has neither gone back nor is promised to a refund. */
export function refundable(payment: Payment): Money {
  const { captured, refunding } = payment
  const left = captured.amountMinor - returnedOf(payment) - refunding.amountMinor
  // A bank may take back what was refunded before.
  return { amountMinor: left > 0n ? left : 0n, currency: captured.currency }
}

/** What the payer has again, in whatever way. */
export function returnedOf({ refunded, paidOut, chargedBack }: Payment): bigint {
  return refunded.amountMinor + paidOut.amountMinor + chargedBack.amountMinor
}

/** What is held and neither taken nor released. */
export function capturable({ authorized, voided, captured }: Payment): Money {
  return {
    amountMinor: authorized.amountMinor - voided.amountMinor - captured.amountMinor,
    currency: authorized.currency,
  }
}
