import { retryAfterMs } from '#kernel/retry-after'
import { hoursMs, minutesMs, secondsMs } from '#kernel/time'

/** The delay before each of the ten attempts: the schedule of Standard Webhooks. */
export const scheduleMs: readonly number[] = [
  0,
  secondsMs(5),
  minutesMs(5),
  minutesMs(30),
  hoursMs(2),
  hoursMs(5),
  hoursMs(10),
  hoursMs(14),
  hoursMs(20),
  hoursMs(24),
]

export const attemptsMax = scheduleMs.length

const crowdedFloorMs = minutesMs(1)
const crowdedStatuses: ReadonlySet<number> = new Set([429, 502, 504])
const jitter = 0.2

export type FailedAttempt = {
  /** Attempts of the present round, including this one: 1 to 10. */
  readonly attempts: number
  readonly statusCode: number | undefined
  readonly isTimeout: boolean
  /** The raw header. */
  readonly retryAfter: string | undefined
  readonly at: Date
}

/** Returns the delay before the next attempt, or undefined after the last one. `random` is in [0, 1). */
export function retryDelayMs(failed: FailedAttempt, random: () => number): number | undefined {
  const scheduled = scheduleMs[failed.attempts]
  if (scheduled === undefined) return undefined

  const isCrowded = failed.isTimeout || crowdedStatuses.has(failed.statusCode ?? 0)
  const floor = isCrowded ? crowdedFloorMs : 0
  const base = Math.max(scheduled, floor)
  const requestedMs = retryAfterMs(failed.retryAfter, failed.at)
  const spread = 1 - jitter + 2 * jitter * random()
  if (requestedMs === undefined) return Math.max(floor, Math.round(base * spread))

  // A receiver that names a time is never called before it, so this jitter only adds.
  const ceiling = Math.max(2 * base, hoursMs(1))
  const honoured = Math.min(Math.max(requestedMs, base), ceiling)
  return Math.min(ceiling, Math.round(honoured * (1 + jitter * random())))
}
