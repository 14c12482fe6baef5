import { randomBytes } from 'node:crypto'
import { type Money, money, parseMoney } from '#kernel/money'

export type IntentState =
  | 'REQUIRES_PAYMENT'
  | 'AUTHORIZED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED'

/** A payment as the provider stores it and shows it. Amounts are decimal strings. */
export type Intent = {
  readonly id: string
  readonly state: IntentState
  /** The merchant's own reference for the intent. */
  readonly merchantReference: string
  readonly merchantName: string
  readonly description?: string
  readonly captureMethod: 'automatic' | 'manual'
  readonly amount: string
  readonly captured: string
  readonly refunded: string
  readonly currency: string
  readonly returnUrl?: string
  readonly failureReason?: string
  /** The card holder disputes the payment at the bank. */
  readonly dispute?: Dispute
  readonly createdAt: string
  readonly expiresAt: string
}

export type Dispute = {
  readonly id: string
  readonly status: 'needs_response' | 'won' | 'lost'
  readonly amount: string
  readonly createdAt: string
}

export type Refund = {
  readonly id: string
  readonly intentId: string
  readonly merchantReference: string
  readonly state: 'SUCCEEDED'
  readonly amount: string
  readonly currency: string
  readonly createdAt: string
}

export type EventType =
  | 'intent.authorized'
  | 'intent.succeeded'
  | 'intent.failed'
  | 'intent.cancelled'
  | 'intent.expired'
  | 'refund.succeeded'
  | 'dispute.created'
  | 'dispute.closed'

export type ProviderEvent = {
  readonly id: string
  readonly type: EventType
  readonly createdAt: string
  readonly data: { readonly intent: Intent; readonly refund?: Refund }
}

export function sandboxId(prefix: 'int' | 'rfd' | 'evt' | 'dp'): string {
  return `${prefix}_${randomBytes(15).toString('hex')}`
}

/** The strings were validated when they came in. */
export function read(amount: string, currency: string): Money {
  const value = parseMoney(amount, currency)
  if (!value) throw new Error(`${amount} ${currency} is not an amount`)
  return value
}

export function minus(one: string, other: string, currency: string): Money {
  return money(read(one, currency).amountMinor - read(other, currency).amountMinor, currency)
}

export function plus(one: string, other: string, currency: string): Money {
  return money(read(one, currency).amountMinor + read(other, currency).amountMinor, currency)
}

export function isOver(intent: Intent, now: Date): boolean {
  return intent.state === 'REQUIRES_PAYMENT' && new Date(intent.expiresAt) <= now
}
