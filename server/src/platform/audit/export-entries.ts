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

/** Newest first, read page by page: no connection is held while the client takes its time. */
export async function* exportEntries(
  conn: Conn,
  search: AuditSearch,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\r\n`
  let before: string | undefined
  for (;;) {
    const entries = await listEntries(conn, search, { before, limit: batchSize })
    if (entries.length > 0) yield entries.map(format === 'csv' ? csvLine : jsonLine).join('')
    before = entries.at(-1)?.id
    if (entries.length < batchSize) return
  }
}

const jsonLine = (entry: AuditEntry): string => `${JSON.stringify(viewEntry(entry))}\n`

function csvLine(entry: AuditEntry): string {
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
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

/** What a spreadsheet would take for a formula gets a quote before it. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
