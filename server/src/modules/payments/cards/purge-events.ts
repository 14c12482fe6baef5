import { after, daysMs } from '#kernel/time'
import type { Deps } from '../deps.ts'
import { deleteOldEvents } from './provider-event-store.ts'

/** Longer than any provider goes on repeating itself. */
const keptMs = daysMs(90)
const batchMax = 1_000

export async function purgeEvents({ database, now }: Deps, signal?: AbortSignal): Promise<void> {
  let deleted: number
  do {
    const before = after(now(), -keptMs)
    deleted = await database.transaction((tx) => deleteOldEvents(tx, before, batchMax))
  } while (deleted === batchMax && !signal?.aborted)
}
