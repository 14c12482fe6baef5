import type { Queue } from '#platform/leases'
import type { Severity } from './incident.ts'
import { attemptsMax } from './retry.ts'

export type TransportName = 'primary' | 'secondary'
export type AlertFormat = 'generic' | 'alertmanager' | 'pagerduty'

/** A place where operators are told of incidents. */
export type Transport = {
  readonly name: TransportName
  readonly url: string
  /** With `pagerduty` it is the routing key of the service. */
  readonly bearerToken: string
  readonly format: AlertFormat
}

/** One notice on its way to one transport. */
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
  /** Of the present round, this one included. */
  readonly attempt: number
  readonly transport: TransportName
  readonly givenUp: number
}

/** Rung when there may be something to send. */
export const alertTopic = 'incidents.alert_due'

/** Each transport is a queue of its own: what is slow to one does not hold up the other. */
export function alertQueue(transport: TransportName): Queue {
  return {
    table: 'incidents.deliveries',
    key: ['id'],
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

/** True at the moment of asking, for the operators' surfaces. */
export type AlertMetrics = {
  readonly pending: number
  readonly oldestPendingAgeSeconds: number
  /** How often an alert was given up after its last attempt, replayed since or not. */
  readonly permanentlyDropped: number
  /** Given up, and waiting to be replayed. */
  readonly deadLettered: number
  /** Since the oldest of them was given up. */
  readonly oldestDeadLetterAgeSeconds: number
  /** Told of in a summary in the last 24 hours, because there were too many to send each. */
  readonly collapsed: number
}

export type Replayed = {
  readonly requested: number
  readonly replayed: number
  readonly remaining: number
}
