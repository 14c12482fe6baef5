import { minutesMs, secondsMs } from '#kernel/time'

/** The delay before each of the six attempts: a little over an hour in all. */
const scheduleMs: readonly number[] = [
  0,
  secondsMs(5),
  secondsMs(30),
  minutesMs(3),
  minutesMs(15),
  minutesMs(45),
]

const jitter = 0.2

/** Returns the delay before the next attempt, or undefined after the last one. `random` is in [0, 1). */
export function retryDelayMs(attempts: number, random: () => number): number | undefined {
  const scheduled = scheduleMs[attempts]
  return scheduled && Math.round(scheduled * (1 - jitter + 2 * jitter * random()))
}
