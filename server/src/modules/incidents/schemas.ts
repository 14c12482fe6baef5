import { Type } from 'typebox'
import type { Incident } from './incident.ts'

const SeverityName = Type.Union([
  Type.Literal('info'),
  Type.Literal('warning'),
  Type.Literal('critical'),
])
const StatusName = Type.Union([Type.Literal('firing'), Type.Literal('resolved')])

/** What narrows the list. The page is asked for beside it. */
export const IncidentFilterQuery = Type.Object({
  status: Type.Optional(StatusName),
  severity: Type.Optional(SeverityName),
  key: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A notification key, in full.' }),
  ),
})

export const IncidentView = Type.Object({
  id: Type.String(),
  key: Type.String(),
  dedupeKey: Type.String(),
  severity: SeverityName,
  status: StatusName,
  summary: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  companyId: Type.Optional(
    Type.String({ description: 'The company that is concerned, if one is.' }),
  ),
  occurrences: Type.Integer({ description: 'How often it was seen while it fired.' }),
  notices: Type.Integer({
    description: 'How often somebody was to be told: at most once in 15 minutes.',
  }),
  firedAt: Type.String({ format: 'date-time' }),
  lastSeenAt: Type.String({ format: 'date-time' }),
  lastNoticeAt: Type.String({ format: 'date-time' }),
  resolvedAt: Type.Optional(Type.String({ format: 'date-time' })),
})

export function viewIncident(incident: Incident): Type.Static<typeof IncidentView> {
  const { id, key, dedupeKey, severity, status, summary, details, occurrences, notices } = incident
  return {
    id,
    key,
    dedupeKey,
    severity,
    status,
    summary,
    details,
    ...(incident.companyId && { companyId: incident.companyId }),
    occurrences,
    notices,
    firedAt: incident.firedAt.toISOString(),
    lastSeenAt: incident.lastSeenAt.toISOString(),
    lastNoticeAt: incident.noticedAt.toISOString(),
    ...(incident.status === 'resolved' && { resolvedAt: incident.resolvedAt.toISOString() }),
  }
}
