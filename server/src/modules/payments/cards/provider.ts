import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#kernel/money'
import type { DisputeState } from '../payment.ts'

/** What a provider says of one payment at one moment. */
export type ProviderIntent = {
  /** The provider's name for it. */
  readonly reference: string
  /** Ours, which the provider keeps with it. */
  readonly paymentId: string
  readonly state:
    | 'REQUIRES_PAYMENT'
    | 'AUTHORIZED'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'CANCELLED'
    | 'EXPIRED'
  readonly amount: Money
  readonly captured: Money
  readonly refunded: Money
  readonly redirectUrl?: string
  readonly failureReason?: string
  /** Its holder has asked the bank for the money back, whatever became of it. */
  readonly isDisputed?: boolean
}

export type ProviderRefund = {
  readonly reference: string
  /** Empty when the refund was made at the provider and not by us. */
  readonly refundId: string
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  readonly amount: Money
  readonly failureReason?: string
}

/** The holder of a card has asked the bank for the money back. */
export type ProviderDispute = {
  readonly reference: string
  /** Ours. Empty where some other system took the payment. */
  readonly paymentId: string
  readonly state: DisputeState
  readonly amount: Money
  readonly reason: string
  /** Until when the provider takes an answer. */
  readonly answerBy?: Date
  readonly openedAt: Date
}

export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** Absent in events of kinds that we do not know. */
  readonly intent?: ProviderIntent
  readonly refund?: ProviderRefund
  /** Instead of an intent: the event only says whose affairs have changed, and the provider is asked how. */
  readonly about?: { readonly paymentId: string; readonly reference: string }
  /** As well: the event only says which dispute has changed. */
  readonly dispute?: { readonly reference: string }
}

export type IntentRequest = {
  readonly paymentId: string
  readonly amount: Money
  readonly captureMethod: 'automatic' | 'manual'
  readonly returnUrl?: string
  readonly expiresAt: Date
}

export type IntentRange = { readonly createdFrom: Date; readonly createdBefore: Date }
export type IntentPage = { readonly items: readonly ProviderIntent[]; readonly next?: string }

/**
 * Whoever moves the money. Each call may be made again after any crash: what it does, it does once per payment or
 * refund id. A call throws `ProviderRefused` when the answer is a clear no, `ProviderUnavailable` when it is unclear
 * whether anything happened.
 */
export type PaymentProvider = {
  readonly name: string
  /** Whether it can take an amount at all. Absent: it can take any. */
  holds?(amount: Money): boolean
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  getIntent(reference: string): Promise<ProviderIntent>
  /** Cancels it if that can still be, and answers with what is final either way. */
  cancelIntent(reference: string): Promise<ProviderIntent>
  /** Once per payment; a second one answers with what is final. */
  capture(reference: string, amount: Money, key: string): Promise<ProviderIntent>
  refund(reference: string, amount: Money, refundId: string): Promise<ProviderRefund>
  listRefunds(reference: string): Promise<readonly ProviderRefund[]>
  /** Absent: payers of this provider cannot dispute anything. */
  readonly disputes?: {
    get(reference: string): Promise<ProviderDispute>
    /** All that were ever opened about one intent. */
    list(intentReference: string): Promise<readonly ProviderDispute[]>
  }
  /** Oldest first, for the daily comparison. */
  listIntents(range: IntentRange, after?: string): Promise<IntentPage>
  /** Undefined when the event is not the provider's word, or is too old to be believed. */
  verifyEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): ProviderEvent | undefined
}

/** A clear no: nothing was done, and asking again will not help. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  /** The provider's word for it, such as `refused_by_bank`. */
  readonly reason: string

  constructor(reason: string) {
    super(`The payment provider refused: ${reason}.`)
    this.reason = reason
  }
}

/** No answer, or none that can be understood: it may have happened or not. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The key may not do that: as good as no answer, until somebody has changed what it may. */
export class ProviderForbids extends ProviderUnavailable {}
