import { after, secondsMs } from '#kernel/time'

/** As the health surfaces tell when something began: ISO 8601. */
export function secondsBefore(now: Date, seconds: number): string {
  return after(now, -secondsMs(seconds)).toISOString()
}
