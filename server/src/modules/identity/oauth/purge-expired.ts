import { after, type Clock, hoursMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { deleteExpired } from './token-store.ts'

/** So that a client with a slow clock hears "expired" rather than "unknown". */
const keptMs = hoursMs(1)
const batchMax = 1_000

/** Deletes codes, tokens, consents and sessions that are over. Harmless to run twice. */
export async function purgeExpired(
  { database, now }: { readonly database: Database; readonly now: Clock },
  signal?: AbortSignal,
): Promise<void> {
  let deleted: number
  do {
    const before = after(now(), -keptMs)
    deleted = await database.transaction((tx) => deleteExpired(tx, before, batchMax))
  } while (deleted >= batchMax && !signal?.aborted)
}
