import { after, hoursMs } from '#kernel/time'

/** How many files a person may have that nothing uses yet. */
export const unusedMax = 30

/** A file that nothing has used for so long can no longer be used. An hour later it is deleted. */
const unusedMs = hoursMs(24)
const deletedAfterMs = hoursMs(25)

/** The instant before which an unused file can no longer be used. */
export const usableSince = (now: Date): Date => after(now, -unusedMs)

const batchMax = 100

/** The unused files of a module: those from before an instant, where they are kept, and their rows. */
export type UnusedFiles = {
  list(before: Date, limit: number): Promise<string[]>
  deleteContents(ids: readonly string[]): Promise<void>
  deleteRows(before: Date, ids: readonly string[]): Promise<void>
}

/** Deletes files that nothing uses, first where they are kept. A second run finds the rows that the first one left. */
export async function purgeUnused(files: UnusedFiles, now: Date, signal: AbortSignal) {
  const before = after(now, -deletedAfterMs)
  let ids: string[]
  do {
    ids = await files.list(before, batchMax)
    await files.deleteContents(ids)
    await files.deleteRows(before, ids)
  } while (ids.length === batchMax && !signal.aborted)
}
