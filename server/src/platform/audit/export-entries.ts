import { csvLine } from '#kernel/csv'
import type { Conn } from '#platform/db'
import type { AuditEntry } from './entry.ts'
import { viewEntry } from './schemas.ts'
import { type AuditSearch, listEntries } from './store.ts'

export type ExportFormat = 'jsonl' | 'csv'

const batchSize = 500
const columns = [
  'id',
  'occurredAt',
  'actorKind',
  'actorId',
  'clientId',
  'sessionId',
  'action',
  'targetType',
  'targetId',
  'outcome',
  'details',
  'requestId',
  'address',
  'userAgent',
]

/** Newest first, read page by page, so that no connection is held while the client reads slowly. */
export async function* exportEntries(
  conn: Conn,
  search: AuditSearch,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  let before: string | undefined
  for (;;) {
    const entries = await listEntries(conn, search, { before, limit: batchSize })
    if (entries.length > 0) yield entries.map(format === 'csv' ? lineOf : jsonLine).join('')
    before = entries.at(-1)?.id
    if (entries.length < batchSize) return
  }
}

const jsonLine = (entry: AuditEntry): string => `${JSON.stringify(viewEntry(entry))}\n`

function lineOf(entry: AuditEntry): string {
  const { actor } = entry
  const cells = [
    entry.id,
    entry.occurredAt.toISOString(),
    actor?.kind,
    actor?.id,
    actor?.clientId,
    actor?.sessionId,
    entry.action,
    entry.target.type,
    entry.target.id,
    entry.outcome,
    JSON.stringify(entry.details),
    entry.requestId,
    entry.address,
    entry.userAgent,
  ]
  return csvLine(cells.map((cell) => cell ?? ''))
}
