import type { Clock } from '#kernel/time'

type While = {
  /** Written after it, it would be another worker's word that counts. */
  readonly until: Date
  readonly now: Clock
  readonly wait: (ms: number) => Promise<unknown>
  readonly isCut: () => boolean
  readonly onAgain: (err: unknown) => void
}

/** How long until it is tried again, at first and at most. */
const firstMs = 250
const longestMs = 8_000

/** Tries again, twice as long after each failure, for as long as there is time for another try. Throws the last failure. */
export async function writeUntil(write: () => Promise<void>, during: While): Promise<void> {
  const { until, now, wait, isCut, onAgain } = during
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      return await write()
    } catch (error) {
      if (isCut() || now().getTime() + waitMs >= until.getTime()) throw error
      onAgain(error)
      await wait(waitMs)
    }
  }
}
