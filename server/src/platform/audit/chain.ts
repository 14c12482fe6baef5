import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/canonical'
import type { AuditEntry } from './entry.ts'

/** The hash before the first entry of every chain. */
export const chainStart = Buffer.alloc(32)

/**
 * The hash of an entry at its place. It covers the hash before it and everything in the entry, as the database returns it. A
 * change of this function would break every existing chain.
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
