import { after, daysMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { deleteOldKeys } from './store.ts'

/** How long a key is kept. */
export const keptDays = 7

const batchSize = 1_000

/** Deletes keys that are older than a week, in small statements. Returns how many it deleted. */
export async function purgeIdempotencyKeys(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = after(now, -daysMs(keptDays))
  let purged = 0
  for (;;) {
    const count = await deleteOldKeys(database.pool, before, batchSize)
    purged += count
    if (count < batchSize || signal?.aborted) return purged
  }
}
