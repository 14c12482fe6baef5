import { after, daysMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { deleteEndedImports, listUnpurged } from './purge-store.ts'
import { deleteFile, deleteSkus } from './receiving/file-store.ts'
import { failAbandonedUploads } from './receiving/upload-store.ts'

const skusAtOnce = 10_000

/** Deletes files and article numbers of ended imports, and old imports. */
export async function purgeImports(
  {
    database,
    now,
    keepDays,
  }: { readonly database: Database; readonly now: () => Date; readonly keepDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const { pool } = database
  await failAbandonedUploads(pool, now())
  for (let found = await listUnpurged(pool, 20); found.length > 0; ) {
    for (const { companyId, id } of found) {
      await deleteFile(pool, companyId, id)
      for (;;) {
        signal?.throwIfAborted()
        if ((await deleteSkus(pool, companyId, id, skusAtOnce)) === 0) break
      }
    }
    found = await listUnpurged(pool, 20)
  }
  const before = after(now(), -daysMs(keepDays))
  while ((await deleteEndedImports(pool, before, 20)) > 0) signal?.throwIfAborted()
}
