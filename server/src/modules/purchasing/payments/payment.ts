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

/** The provider of payments on net terms: the service itself. */
export const invoiceProvider = 'invoice'

export type Payment = {
  readonly id: Id<'pay'>
  readonly companyId: Id<'co'>
  readonly payerId: string
  readonly checkoutId: string | null
  readonly orderId: string | null
  readonly method: PaymentMethod
  readonly provider: string
  /** `manual`: when the payer approves, the money is only held; a capture takes it. */
  readonly captureMethod: 'automatic' | 'manual'
  readonly state: PaymentState
  readonly amount: Money
  readonly authorized: Money
  readonly captured: Money
  readonly voided: Money
  readonly refunded: Money
  /** Promised to refunds that the provider has not answered yet. */
  readonly refunding: Money
  /** Went back outside of the provider, which does not know of it. */
  readonly paidOut: Money
  /** The payer's bank took it back after a lost dispute, and has not returned it. */
  readonly chargedBack: Money
  readonly returnUrl?: string
  /** The page on which the payer pays. */
  readonly redirectUrl?: string
  readonly providerReference?: string
  readonly failureReason?: string
  /** Net terms: days from an invoice to its due day. */
  readonly netDays?: number
  /**
   * Net terms of older payments, before each invoice had a due day: the whole debt is due on this day, `2026-01-31`.
   */
  readonly dueOn?: string
  readonly createdAt: Date
  /** The payer's deadline. Null on net terms, where nothing waits for a payer. */
  readonly expiresAt: Date | null
  readonly version: number
}

/**
 * `RAISED`: more was promised on net terms, because the order costs more.
 * `REINSTATED`: an amount that was booked as released was captured after all, so this part of the release is undone.
 * `PAID_OUT`: it went back outside of the provider. `CHARGED_BACK`: a bank took it back for the payer.
 * `CHARGE_RETURNED`: the bank decided again and returned it to us.
 */
export const ledgerKinds = [
  'AUTHORIZED',
  'RAISED',
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

/** `OTHERWISE`: an operator paid it back outside of the provider, for example by bank transfer. */
export const refundWays = ['PROVIDER', 'OTHERWISE'] as const
export type RefundWay = (typeof refundWays)[number]

/** The purpose of a refund by hand: a line of the order, or a supplier's part of it. */
export type RefundPurpose = { readonly lineNumber: number } | { readonly supplierId: string }

export type Refund = {
  readonly id: Id<'rfd'>
  readonly companyId: Id<'co'>
  readonly paymentId: Id<'pay'>
  readonly state: RefundState
  readonly way: RefundWay
  readonly amount: Money
  readonly reason?: string
  /** Absent if the refund does not reduce the price of an order, or if it is all that is left of it. */
  readonly purpose?: RefundPurpose
  /** The person who requested it, or `provider` if it was made there. */
  readonly requestedBy: string
  readonly providerReference?: string
  readonly failureReason?: string
  readonly createdAt: Date
  readonly settledAt?: Date
  readonly attempts: number
}

/** `OPEN`: the bank has not decided yet, or only inquires. `WON`: we keep the money. */
export const disputeStates = ['OPEN', 'WON', 'LOST'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The card holder has asked the bank for the money back. */
export type Dispute = {
  /** The provider's reference. */
  readonly reference: string
  readonly state: DisputeState
  readonly amount: Money
  readonly reason: string
  readonly answerBy: Date | undefined
  readonly openedAt: Date
  readonly closedAt: Date | undefined
}

/** Nothing can happen to the payment any more, except a refund. */
export function hasEnded(payment: Payment): boolean {
  return !isOpen(payment)
}

/** What the state of a payment says about the purchase that it pays for. */
export type PaymentOutcome =
  /** The money is held, promised or taken. */
  | 'secured'
  /** The money will not come, or went back. */
  | 'lost'
  | 'undecided'

export function paymentOutcomeOf({ state }: Pick<Payment, 'state'>): PaymentOutcome {
  switch (state) {
    case 'AUTHORIZED':
    case 'SUCCEEDED':
    case 'PARTIALLY_REFUNDED':
      return 'secured'
    case 'FAILED':
    case 'VOIDED':
    case 'REFUNDED':
      return 'lost'
    case 'INITIATED':
    case 'PENDING':
      return 'undecided'
  }
}

export function isOpen({ state }: Payment): boolean {
  return state === 'INITIATED' || state === 'PENDING' || state === 'AUTHORIZED'
}

/** The captured money that has not gone back and is not promised to a refund. */
export function refundableAmount(payment: Payment): Money {
  const { captured, refunding } = payment
  const left = captured.amountMinor - returnedOf(payment) - refunding.amountMinor
  // A bank may take back money that was already refunded.
  return { amountMinor: left > 0n ? left : 0n, currency: captured.currency }
}

/** What the payer got back, by any route. */
export function returnedOf({ refunded, paidOut, chargedBack }: Payment): bigint {
  return refunded.amountMinor + paidOut.amountMinor + chargedBack.amountMinor
}

/** The money that is held, and neither captured nor released. */
export function capturableAmount({ authorized, voided, captured }: Payment): Money {
  return {
    amountMinor: authorized.amountMinor - voided.amountMinor - captured.amountMinor,
    currency: authorized.currency,
  }
}
