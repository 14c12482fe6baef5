// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type DeliveryRow = {
  id: string
  incident_id: string
  transport: string
  status: string
  notice: number
  severity: string
  summary: string
  details: unknown
  occurred_at: Date
  state: string
  attempts: number
  queued_at: Date
  available_at: Date
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
  given_up: number
  finished_at: Date | null
}

export type IncidentRow = {
  id: string
  key: string
  dedupe_key: string
  severity: string
  status: string
  summary: string
  details: unknown
  concerned_company: string | null
  occurrences: number
  fired_at: Date
  last_seen_at: Date
  noticed_at: Date
  notices: number
  noticed_occurrence: number
  resolved_at: Date | null
  resolved_by: string | null
  resolved_note: string | null
  silenced_until: Date | null
  silenced_by: string | null
  silenced_note: string | null
}

export type TransportRow = {
  name: string
  next_at: Date
  tested_as: string | null
  tested_at: Date | null
  test_error: string | null
}

export type IncidentsTables = {
  'incidents.deliveries': WithDefaults<DeliveryRow, 'attempts' | 'deaths' | 'given_up'>
  'incidents.incidents': IncidentRow
  'incidents.transports': TransportRow
}

export const tables = (conn: Conn) => conn.withTables<IncidentsTables>()
