import type { Clock } from '#kernel/time'

type While = {
  /** The end of the lease. After it, only the write of another worker may count. */
  readonly until: Date
  readonly now: Clock
  readonly wait: (ms: number) => Promise<unknown>
  readonly isCut: () => boolean
  readonly onAgain: (err: unknown) => void
}

/** The first and the longest delay before the next try. */
const firstMs = 250
const longestMs = 8_000

/**
 * Tries again, with a delay that doubles after each failure, while there is time for another try. Throws the last
 * failure.
 */
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
