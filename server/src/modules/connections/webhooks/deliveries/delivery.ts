import type { Queue } from '#platform/leases'
import { attemptsMax } from './retry.ts'

export const deliveryStates = [
  'PENDING',
  'LEASED',
  'RETRYING',
  'HELD',
  'SUCCEEDED',
  'EXHAUSTED',
  'CANCELLED',
  'EXPIRED',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery in one of these states is never sent again, but it may be replayed. */
export const finishedStates = ['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED'] as const
export type FinishedState = (typeof finishedStates)[number]

/** The receiver does not have the delivery, and no retry will follow. */
export const notArrived: readonly FinishedState[] = ['EXHAUSTED', 'EXPIRED']

export function isFinished(state: DeliveryState): state is FinishedState {
  return (finishedStates as readonly string[]).includes(state)
}

export type Delivery = {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly state: DeliveryState
  /** Attempts of the present round: a release begins a new round. */
  readonly attempts: number
  /** When the next attempt is due. Undefined if none will follow. */
  readonly availableAt: Date
  readonly lastStatus: number | undefined
  readonly lastError: string | undefined
  readonly replayOf: string | undefined
  readonly createdAt: Date
  readonly finishedAt: Date | undefined
}

export type Attempt = {
  readonly n: number
  readonly trigger: 'SCHEDULED' | 'MANUAL'
  readonly startedAt: Date
  readonly ms: number
  readonly statusCode: number | undefined
  readonly errorClass: ErrorClass | undefined
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseBody: string | undefined
}

/**
 * Why an attempt failed. An address that is refused, on which nothing listens, or which cannot be resolved is always
 * `unreachable`: the difference would let a company map our network.
 */
export type ErrorClass = 'unreachable' | 'timeout' | 'tls' | 'broken_answer' | 'redirect' | 'status'

/** What the worker needs to send one delivery. */
export type Dispatch = {
  readonly companyId: string
  readonly id: string
  readonly leaseToken: string
  readonly leaseUntil: Date
  readonly endpointId: string
  readonly endpointState: 'ACTIVE' | 'PAUSED' | 'DISABLED' | 'DELETED'
  readonly url: string
  readonly sealedSecrets: readonly string[]
  readonly sealedSigningKey: string | undefined
  readonly payload: 'full' | 'thin'
  readonly maxPerSecond: number | undefined
  /** For an ordered endpoint: the entity that the event is about, and the number of the event. */
  readonly line: { readonly key: string; readonly sequence: number } | undefined
  readonly eventId: string
  readonly eventType: string
  readonly body: string
  readonly attempts: number
  readonly isReplay: boolean
  /**
   * `probe`: the breaker of the endpoint is open, and this delivery tests whether the receiver is back. `held`: the
   * delivery waits until it is.
   */
  readonly breaker: 'closed' | 'probe' | 'held'
}

export const deliveryTopic = 'webhooks.deliveries'

/** The lease is longer than the slowest receiver may take, so that nobody has to renew it. */
export const deliveryQueue: Queue = {
  table: 'webhooks.deliveries',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['PENDING', 'RETRYING'],
  isInParts: true,
  returning: ['event_id'],
  working: 'LEASED',
  lost: 'RETRYING',
  exhausted: 'EXHAUSTED',
  leaseSeconds: 90,
  attemptsMax,
  poison: { is: 'set_aside', reasonColumn: 'last_error' },
}
