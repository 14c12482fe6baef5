// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type SectionSampleRow = {
  section: string
  metric: string
  starts_at: Date
  value: number
}

export type OpsTables = {
  'ops.section_samples': SectionSampleRow
}

export const tables = (conn: Conn) => conn.withTables<OpsTables>()
