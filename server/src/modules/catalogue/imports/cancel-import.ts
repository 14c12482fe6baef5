import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import type { CatalogImport } from './import.ts'
import { findImport, markCancelled } from './import-store.ts'
import { deleteFile } from './receiving/file-store.ts'

/** Committed batches stay. A running import ends after its current batch. */
export async function cancelImport(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  actor: Actor,
  companyId: string | undefined,
  id: string,
): Promise<CatalogImport> {
  const cancelled = await database.transaction(async (tx) => {
    const found = await findImport(tx, companyId, id)
    if (!found) throw fail('import_not_found', { importId: id })
    if (found.state === 'CANCELLED' || found.cancelRequestedAt) return found
    if (!(await markCancelled(tx, found.companyId, id, now()))) {
      throw fail('import_ended', { importId: id, state: found.state })
    }
    recordAudit(tx, {
      companyId: found.companyId,
      actor,
      action: 'catalog.import_cancelled',
      target: { type: 'import', id },
      outcome: 'done',
      details: { records: found.counts.records },
      now: now(),
    })
    const after = await findImport(tx, found.companyId, id)
    if (!after) throw fail('import_not_found', { importId: id })
    return after
  })
  if (cancelled.endedAt) await deleteFile(database.pool, cancelled.companyId, id)
  return cancelled
}
