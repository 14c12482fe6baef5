import type { Queue } from '#platform/leases'
import type { Severity } from '../incident.ts'
import { attemptsMax } from './retry.ts'

export type TransportName = 'primary' | 'secondary'
export type AlertFormat = 'generic' | 'alertmanager' | 'pagerduty'

/** A receiver of alerts, where operators are notified. */
export type Transport = {
  readonly name: TransportName
  readonly url: string
  /** For `pagerduty` this is the routing key of the service. */
  readonly bearerToken: string
  readonly format: AlertFormat
}

/** One notice to one transport. */
export type Alert = {
  readonly id: string
  readonly incidentId: string
  readonly key: string
  readonly dedupeKey: string
  readonly severity: Severity
  readonly status: 'firing' | 'resolved'
  readonly summary: string
  readonly details: Readonly<Record<string, unknown>>
  readonly occurredAt: Date
  readonly firedAt: Date
  /** When the present round of attempts began. */
  readonly queuedAt: Date
  /** The number of the attempt in the present round, including this one. */
  readonly attempt: number
  readonly transport: TransportName
  readonly givenUp: number
}

/** Rung when there may be an alert to send. */
export const alertTopic = 'incidents.alert_due'

/** Each transport has its own queue: a slow one does not delay the other. */
export function alertQueue(transport: TransportName): Queue {
  return {
    table: 'incidents.deliveries',
    key: ['id'],
    id: 'id',
    waiting: ['PENDING', 'RETRYING'],
    working: 'SENDING',
    lost: 'RETRYING',
    exhausted: 'DEAD_LETTER',
    attemptsMax,
    leaseSeconds: 60,
    poison: { is: 'set_aside', reasonColumn: 'last_error' },
    only: { column: 'transport', value: transport },
  }
}

/** Figures of this moment for the operators' surfaces. */
export type AlertMetrics = {
  readonly pending: number
  readonly oldestPendingAgeSeconds: number
  /** How many alerts were given up after their last attempt, whether or not they were replayed since. */
  readonly permanentlyDropped: number
  /** Alerts that were given up and wait for a replay. */
  readonly deadLettered: number
  /** Since the oldest dead letter was given up. */
  readonly oldestDeadLetterAgeSeconds: number
  /** Alerts that a summary replaced in the last 24 hours, because they were too many to send each. */
  readonly collapsed: number
}

export type Replayed = {
  readonly requested: number
  readonly replayed: number
  /** The oldest first. */
  readonly alertIds: readonly string[]
  readonly remaining: number
}
