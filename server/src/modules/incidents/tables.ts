// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

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
}

export type IncidentsTables = {
  'incidents.incidents': IncidentRow
}

export const tables = (conn: Conn) => conn.withTables<IncidentsTables>()
