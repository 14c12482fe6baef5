import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import type { DeliveryRow } from '../tables.ts'
import {
  AlertStateName,
  AlertView,
  alertExample,
  TransportWord,
  toAlert,
  viewAlert,
} from './alert-schemas.ts'

export const alertList = defineList({
  operationId: 'listIncidentAlerts',
  url: '/notifications/incident-alerts',
  summary: 'List incident alerts',
  description: 'Newest first.',
  tags: ['Operations'],
  config: { access: 'operator' },
  item: AlertView,
  examples: [alertExample],
  columns: ['summary', 'transport', 'state', 'attempts', 'lastError', 'queuedAt'],
  filters: {
    // A literal: the partial indexes of rare states serve it.
    state: filter(AlertStateName, (state) => sql`t.state = ${sql.lit(state)}`),
    transport: filter(TransportWord, (transport) => sql`t.transport = ${transport}`),
  },
  from: sql`incidents.deliveries t join incidents.incidents i on i.id = t.incident_id`,
  select: sql`t.*, i.key`,
  scope: () => sql`true /* across companies: operators see every alert */`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  show: (rows: readonly (DeliveryRow & { key: string })[]) =>
    rows.map((row) => viewAlert(toAlert(row))),
})
