import { Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import { record } from '#kernel/record'
import { defineSentences } from '#platform/texts'
import type { TransportTest } from './alerts/test-transports.ts'
import type { Incident } from './incident.ts'

export const SeverityName = Type.Union([
  Type.Literal('info'),
  Type.Literal('warning'),
  Type.Literal('critical'),
])
export const StatusName = Type.Union([Type.Literal('firing'), Type.Literal('resolved')])

export const IncidentKeyText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The whole notification key.',
})

export const IncidentView = record(
  'Incident',
  'An incident: the problem, its severity and its state.',
  {
    id: Type.String(),
    key: Type.String(),
    dedupeKey: Type.String(),
    severity: SeverityName,
    status: StatusName,
    summary: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
    companyId: Type.Optional(
      Type.String({ description: 'The company that the incident concerns, if there is one.' }),
    ),
    occurrences: Type.Integer({
      description: 'The number of times that the problem was seen while the incident was firing.',
    }),
    notices: Type.Integer({
      description: 'The number of alerts that were due: at most one in 15 minutes.',
    }),
    firedAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time' }),
    lastNoticeAt: Type.String({ format: 'date-time' }),
    silenced: Type.Optional(
      Type.Object(
        { until: Type.String({ format: 'date-time' }), by: Type.String(), note: Type.String() },
        { description: 'The operator who silenced the incident, the reason, and until when.' },
      ),
    ),
    resolvedAt: Type.Optional(Type.String({ format: 'date-time' })),
    ended: Type.Optional(
      Type.Object(
        { by: Type.String(), note: Type.String() },
        { description: 'The operator who resolved the incident, and the reason.' },
      ),
    ),
  },
)

export const IncidentParams = Type.Object({ incidentId: Type.String({ maxLength: 64 }) })

export const EndIncidentBody = record(
  'EndIncident',
  'A note on why the incident is resolved.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The way in which the incident ended, for people who read it later.',
    }),
  },
  { examples: [{ note: 'Booked by hand: the provider had sent a payment of another shop.' }] },
)

export const SilenceIncidentBody = record(
  'SilenceIncident',
  'How long an incident sends no alerts, and why.',
  {
    minutes: Type.Integer({
      minimum: 0,
      maximum: 10_080,
      description: 'At most a week. 0 ends the silence.',
    }),
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason, for people who read it later.',
    }),
  },
  { examples: [{ minutes: 60, note: 'The provider works on it until noon.' }] },
)

const write = defineSentences('operators/incidents')

/** What an incident says in a language. Its figures and names are in its details. */
export function summaryIn(
  locale: Locale,
  { key, summary, details }: Pick<Incident, 'key' | 'summary'> & { readonly details?: object },
): string {
  return write({ locale, key, english: summary, values: { ...details } })
}

export function viewIncident(incident: Incident, locale: Locale): Type.Static<typeof IncidentView> {
  const { id, key, dedupeKey, severity, status, details, occurrences, notices } = incident
  return {
    id,
    key,
    dedupeKey,
    severity,
    status,
    summary: summaryIn(locale, incident),
    details,
    ...(incident.companyId && { companyId: incident.companyId }),
    occurrences,
    notices,
    firedAt: incident.firedAt.toISOString(),
    lastSeenAt: incident.lastSeenAt.toISOString(),
    lastNoticeAt: incident.noticedAt.toISOString(),
    ...(incident.silenced && {
      silenced: { ...incident.silenced, until: incident.silenced.until.toISOString() },
    }),
    ...(incident.status === 'resolved' && { resolvedAt: incident.resolvedAt.toISOString() }),
    ...(incident.status === 'resolved' && incident.ended && { ended: { ...incident.ended } }),
  }
}

export const incidentExample: Type.Static<typeof IncidentView> = {
  id: 'inc_01m7xb82dw3khw78phh28dvacd',
  key: 'webhooks.endpoint-disabled',
  dedupeKey: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  severity: 'warning',
  status: 'firing',
  summary: 'A webhook endpoint was disabled after 12 failures in a row.',
  details: { endpointId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna', reason: 'failing' },
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  occurrences: 3,
  notices: 1,
  firedAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-02T03:09:41.000Z',
  lastNoticeAt: '2026-01-02T03:04:05.000Z',
}

export const ReplayQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 50,
    description: 'The maximum number of alerts to replay, the oldest first.',
  }),
})

export const ReplayedView = record(
  'AlertsReplayed',
  'The number of alerts that were sent again, and of those that remain.',
  {
    requested: Type.Integer({ description: 'The limit of the request.' }),
    replayed: Type.Integer({ description: 'The number of alerts that will be sent again.' }),
    alertIds: Type.Array(Type.String(), {
      description: 'The ids of the alerts that will be sent again, the oldest first.',
    }),
    remaining: Type.Integer({
      description:
        'The number of dead letters that remain. Those of a transport that is not configured are never replayed.',
    }),
  },
)

export const replayedExample: Type.Static<typeof ReplayedView> = {
  requested: 50,
  replayed: 1,
  alertIds: ['ina_01m7xb82dw3khw78phh28dvacd'],
  remaining: 0,
}

export const TransportTestsView = record(
  'TransportTests',
  'The result of a test of each alert transport.',
  {
    transports: Type.Array(
      record('TransportTest', 'The result of a test of one alert transport.', {
        transport: Type.Union([Type.Literal('primary'), Type.Literal('secondary')]),
        passed: Type.Boolean(),
        testedAt: Type.String({ format: 'date-time' }),
        error: Type.Optional(
          Type.String({ description: 'The error of the receiver or the network.' }),
        ),
      }),
    ),
  },
)

export const transportTestsExample: Type.Static<typeof TransportTestsView> = {
  transports: [{ transport: 'primary', passed: true, testedAt: '2026-01-02T03:04:05.000Z' }],
}

export function viewTransportTests(
  tests: readonly TransportTest[],
): Type.Static<typeof TransportTestsView> {
  return {
    transports: tests.map(({ transport, passed, testedAt, error }) => ({
      transport,
      passed,
      testedAt: testedAt.toISOString(),
      ...(error === undefined ? {} : { error }),
    })),
  }
}
