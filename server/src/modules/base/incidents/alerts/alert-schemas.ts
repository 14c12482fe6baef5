import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { DeliveryRow } from '../tables.ts'
import type { TransportName } from './alert.ts'

const Instant = Type.String({ format: 'date-time' })
export const TransportWord = Type.Enum(['primary', 'secondary'])

const alertStates = [
  'PENDING',
  'SENDING',
  'RETRYING',
  'DELIVERED',
  'DEAD_LETTER',
  'SUPERSEDED',
  'COLLAPSED',
] as const
type AlertState = (typeof alertStates)[number]

export const AlertStateName = Type.Enum([...alertStates])

/** One notice to one transport, as operators see it. */
type QueuedAlert = {
  readonly id: string
  readonly incidentId: string
  readonly key: string
  readonly status: 'firing' | 'resolved'
  readonly severity: string
  readonly summary: string
  readonly transport: TransportName
  readonly state: AlertState
  readonly attempts: number
  readonly lastError: string | undefined
  readonly queuedAt: Date
  /** When the next attempt is due, while the alert waits. */
  readonly availableAt: Date
  readonly finishedAt: Date | undefined
}

export const AlertView = record(
  'Alert',
  'A notification about an incident, and whether it was sent.',
  {
    id: Type.String(),
    incidentId: Type.String(),
    key: Type.String(),
    status: Type.Enum(['firing', 'resolved']),
    severity: Type.String(),
    summary: Type.String(),
    transport: TransportWord,
    state: Type.Enum([...alertStates], {
      description:
        'DEAD_LETTER: the service gave up, until the alert is replayed. COLLAPSED: the alert was sent in a summary.',
    }),
    attempts: Type.Integer({
      description: 'The attempts in the present round. The eighth is the last.',
    }),
    lastError: Type.Optional(
      Type.String({ description: 'The error of the receiver or the network.' }),
    ),
    queuedAt: Instant,
    nextAttemptAt: Type.Optional(Instant),
    finishedAt: Type.Optional(Instant),
  },
)

export function viewAlert(alert: QueuedAlert): Static<typeof AlertView> {
  const { id, incidentId, key, status, severity, summary, transport, state, attempts } = alert
  const isWaiting = state === 'PENDING' || state === 'RETRYING'
  return {
    id,
    incidentId,
    key,
    status,
    severity,
    summary,
    transport,
    state,
    attempts,
    ...(alert.lastError !== undefined && { lastError: alert.lastError }),
    queuedAt: alert.queuedAt.toISOString(),
    ...(isWaiting && { nextAttemptAt: alert.availableAt.toISOString() }),
    ...(alert.finishedAt && { finishedAt: alert.finishedAt.toISOString() }),
  }
}

/** The schema's checks make the casts true. */
export function toAlert(row: DeliveryRow & { readonly key: string }): QueuedAlert {
  return {
    id: row.id,
    incidentId: row.incident_id,
    key: row.key,
    status: row.status as QueuedAlert['status'],
    severity: row.severity,
    summary: row.summary,
    transport: row.transport as TransportName,
    state: row.state as AlertState,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    queuedAt: row.queued_at,
    availableAt: row.available_at,
    finishedAt: row.finished_at ?? undefined,
  }
}

export const alertExample: Static<typeof AlertView> = {
  id: 'ina_01m7xb82dw3khw78phh28dvacd',
  incidentId: 'inc_01m7xb82dw3khw78phh28dvacd',
  key: 'webhooks.endpoint-disabled',
  status: 'firing',
  severity: 'warning',
  summary: 'A webhook endpoint was disabled after 12 failures in a row.',
  transport: 'primary',
  state: 'DEAD_LETTER',
  attempts: 8,
  lastError: 'status 401',
  queuedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T05:06:10.000Z',
}
