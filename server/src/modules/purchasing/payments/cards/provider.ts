import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#kernel/money'
import type { DisputeState } from '../payment.ts'

/** What a provider says about one payment at one moment. */
export type ProviderIntent = {
  /** The provider's reference. */
  readonly reference: string
  /** Our id, which the provider stores with it. */
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
  /** The card holder has disputed it, whatever the outcome. */
  readonly isDisputed?: boolean
}

export type ProviderRefund = {
  readonly reference: string
  /** Empty if the refund was made at the provider and not by us. */
  readonly refundId: string
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  readonly amount: Money
  readonly failureReason?: string
}

/** The card holder has asked the bank for the money back. */
export type ProviderDispute = {
  readonly reference: string
  /** Our id. Empty if another system took the payment. */
  readonly paymentId: string
  readonly state: DisputeState
  readonly amount: Money
  readonly reason: string
  /** The provider's deadline for an answer. */
  readonly answerBy?: Date
  readonly openedAt: Date
}

export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** Absent in events of unknown kinds. */
  readonly intent?: ProviderIntent
  readonly refund?: ProviderRefund
  /** Instead of an intent: the event only names the payment that changed, and we ask the provider for its state. */
  readonly about?: { readonly paymentId: string; readonly reference: string }
  /** Likewise: the event only names the dispute that changed. */
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
 * A provider moves the money. Each call may be repeated after any crash: it has its effect once per payment or refund
 * id. A call throws `ProviderRefused` if the answer is a clear no, and `ProviderUnavailable` if nobody knows whether
 * anything happened.
 */
export type PaymentProvider = {
  readonly name: string
  /** Whether it can take an amount at all. Absent: it can take any amount. */
  holds?(amount: Money): boolean
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  getIntent(reference: string): Promise<ProviderIntent>
  /** Cancels the intent if that is still possible, and returns its final state either way. */
  cancelIntent(reference: string): Promise<ProviderIntent>
  /** Once per payment; a second call returns the final state. */
  capture(reference: string, amount: Money, key: string): Promise<ProviderIntent>
  refund(reference: string, amount: Money, refundId: string): Promise<ProviderRefund>
  listRefunds(reference: string): Promise<readonly ProviderRefund[]>
  /** Absent: payers of this provider cannot dispute a payment. */
  readonly disputes?: {
    get(reference: string): Promise<ProviderDispute>
    /** All disputes that were ever opened about one intent. */
    list(intentReference: string): Promise<readonly ProviderDispute[]>
  }
  /** Oldest first, for the daily comparison. */
  listIntents(range: IntentRange, after?: string): Promise<IntentPage>
  /** Undefined if the event is not signed by the provider, or is too old to be trusted. */
  verifyEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): ProviderEvent | undefined
}

/** A clear no: nothing was done, and another try will not help. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  /** The provider's reason, such as `refused_by_bank`. */
  readonly reason: string

  constructor(reason: string) {
    super(`The payment provider refused: ${reason}.`)
    this.reason = reason
  }
}

/** No answer, or an answer that we cannot read: it may have happened or not. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The API key lacks the permission. It counts as no answer until somebody has changed the permission. */
export class ProviderForbids extends ProviderUnavailable {}
