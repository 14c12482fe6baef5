import { randomBytes } from 'node:crypto'
import { amountOf, placesOf, unitsOf } from './amounts.ts'

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

/** An amount of the intent in its smallest unit. Undefined: it is not an amount, or has more decimals than the intent. */
export function unitsIn(intent: Intent, amount: string): bigint | undefined {
  return unitsOf(amount, placesOf(intent.amount) ?? 0)
}

/** The amount of so many units, with the decimals of the intent. */
export function amountIn(intent: Intent, units: bigint): string {
  return amountOf(units, placesOf(intent.amount) ?? 0)
}

/** What was captured and not refunded. */
export function leftToRefund(intent: Intent): string {
  return amountIn(intent, readUnits(intent, intent.captured) - readUnits(intent, intent.refunded))
}

/** The amounts of an intent were validated when they came in. */
export function readUnits(intent: Intent, amount: string): bigint {
  const units = unitsIn(intent, amount)
  if (units === undefined) throw new Error(`${amount} is not an amount of ${intent.id}`)
  return units
}

export function isOver(intent: Intent, now: Date): boolean {
  return intent.state === 'REQUIRES_PAYMENT' && new Date(intent.expiresAt) <= now
}
