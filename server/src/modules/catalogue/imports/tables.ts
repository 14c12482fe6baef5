// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type ChunkRow = {
  company_id: string
  import_id: string
  place: number
  bytes: Uint8Array
}

export type ImportRow = {
  company_id: string
  id: string
  state: string
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  options: unknown
  format: string | null
  bytes_received: number
  chunks: number
  records_done: number
  bytes_read: number
  created: number
  updated: number
  unchanged: number
  failed: number
  discontinued: number
  problems: number
  unnamed: number
  failure_code: string | null
  failure: unknown
  started_by: string
  created_at: Date
  queued_at: Date | null
  started_at: Date | null
  cancel_requested_at: Date | null
  ended_at: Date | null
}

export type LoadRow = {
  name: string
  lines_done: number
  completed_at: Date | null
}

export type ProblemRow = {
  company_id: string
  import_id: string
  number: number
  line: number
  sku: string | null
  field: string | null
  code: string
  message: string
  fatal: boolean
}

export type SkusRow = {
  company_id: string
  import_id: string
  sku: string
  record: number
}

export type ImportsTables = {
  'imports.chunks': ChunkRow
  'imports.imports': WithDefaults<
    ImportRow,
    'attempts' | 'deaths' | 'bytes_received' | 'chunks' | 'records_done' | 'bytes_read' | 'created' | 'updated' | 'unchanged' | 'failed' | 'discontinued' | 'problems' | 'unnamed'
  >
  'imports.loads': LoadRow
  'imports.problems': ProblemRow
  'imports.skus': SkusRow
}

export const tables = (conn: Conn) => conn.withTables<ImportsTables>()
