import { retryAfterMs } from '#kernel/retry-after'
import { minutesMs, secondsMs } from '#kernel/time'

/** The delay before each attempt: two hours in all. */
export const scheduleMs: readonly number[] = [
  0,
  secondsMs(15),
  minutesMs(1),
  minutesMs(3),
  minutesMs(8),
  minutesMs(18),
  minutesMs(30),
  minutesMs(60),
]

export const attemptsMax = scheduleMs.length

const jitter = 0.2

/**
 * Returns the delay before the next attempt, or undefined after the last one. Every failure is retried, whatever its
 * status: a receiver that refuses during its setup must still get the alert. `random` is in [0, 1).
 */
export function retryDelayMs(attemptsMade: number, random: () => number): number | undefined {
  const scheduled = scheduleMs[attemptsMade]
  if (scheduled === undefined) return undefined
  return Math.round(scheduled * (1 - jitter + 2 * jitter * random()))
}

/** A tenth more than the schedule, for its jitter. After this the secondary transport must be notified. */
const roundMs = Math.round(scheduleMs.reduce((sum, ms) => sum + ms, 0) * 1.1)
const gapMs = minutesMs(1)

/**
 * How much of a delay, ours or the receiver's, fits into the round that began `sinceMs` ago: each later attempt keeps
 * one minute. A round that is late, because this service was down, continues minute by minute.
 */
export function fittingDelayMs(delayMs: number, attemptsMade: number, sinceMs: number): number {
  const following = attemptsMax - attemptsMade - 1
  return Math.min(delayMs, Math.max(gapMs, roundMs - sinceMs - following * gapMs))
}

const requestedWaitMsMax = minutesMs(60)

/** The delay that a receiver asked for, at most an hour: it can make us call later than planned, never earlier. */
export function requestedWaitMs(header: string | undefined, now: Date): number | undefined {
  const ms = retryAfterMs(header, now)
  return ms === undefined ? undefined : Math.min(ms, requestedWaitMsMax)
}
