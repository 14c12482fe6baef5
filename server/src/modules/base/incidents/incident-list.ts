import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import {
  IncidentKeyText,
  IncidentView,
  incidentExample,
  SeverityName,
  StatusName,
  viewIncident,
} from './schemas.ts'
import { toIncident } from './store.ts'
import type { IncidentRow } from './tables.ts'

export const incidentList = defineList({
  operationId: 'listIncidents',
  url: '/notifications/incidents',
  summary: 'List incidents',
  description: 'Newest first.',
  tags: ['Operations'],
  config: { localized: true, access: 'operator' },
  item: IncidentView,
  examples: [incidentExample],
  columns: ['id', 'severity', 'summary', 'companyId', 'occurrences', 'firedAt', 'status'],
  filters: {
    status: filter(StatusName, (status) => sql`t.status = ${status}`),
    severity: filter(SeverityName, (severity) => sql`t.severity = ${severity}`),
    key: filter(IncidentKeyText, (key) => sql`t.key = ${key}`),
  },
  from: sql`incidents.incidents t`,
  scope: () => sql`true /* across companies: operators see every incident */`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  show: (rows: readonly IncidentRow[], { locale }) =>
    rows.map((row) => viewIncident(toIncident(row), locale)),
})
