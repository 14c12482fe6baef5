import { after, hoursMs } from '#kernel/time'

/** How many files a person may have that nothing uses yet. */
export const unusedMax = 30

/** A file that nothing has used for so long can no longer be used. An hour later it is deleted. */
const unusedMs = hoursMs(24)
const deletedAfterMs = hoursMs(25)

/** The instant before which an unused file can no longer be used. */
export const usableSince = (now: Date): Date => after(now, -unusedMs)

/** Unused files from before this instant are deleted. */
export const deletedBefore = (now: Date): Date => after(now, -deletedAfterMs)
