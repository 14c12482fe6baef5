import { minutesMs, secondsMs } from '#kernel/time'

export const retryMsMin = secondsMs(30)
/** Short enough that a release which mends it is soon seen to have. */
const retryMsMax = minutesMs(10)

/** As long again as it has been set aside: so the pauses double. */
export function retryMs(setAsideAt: Date, now: Date): number {
  const ageMs = now.getTime() - setAsideAt.getTime()
  return Math.min(Math.max(ageMs, retryMsMin), retryMsMax)
}
