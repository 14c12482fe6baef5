import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { alertStates, type QueuedAlert } from './alert-list.ts'

const Instant = Type.String({ format: 'date-time' })
const TransportWord = Type.Enum(['primary', 'secondary'])

export const AlertFilterQuery = Type.Object({
  state: Type.Optional(Type.Enum([...alertStates])),
  transport: Type.Optional(TransportWord),
})

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
