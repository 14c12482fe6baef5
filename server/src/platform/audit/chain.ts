import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/canonical'
import type { AuditEntry } from './entry.ts'

/** What the first entry of every chain follows. */
export const chainStart = Buffer.alloc(32)

/**
 * The hash of an entry at its place: of the hash before it and of everything the entry says, as it is read back from
 * the database. A change of this function would break every chain there is.
 */
export function linkHash(previous: Uint8Array, sequence: number, entry: AuditEntry): Buffer {
  const content = canonicalJson({
    v: 1,
    sequence,
    ...entry,
    occurredAt: entry.occurredAt.toISOString(),
  })
  return createHash('sha256').update(previous).update(content, 'utf8').digest()
}
