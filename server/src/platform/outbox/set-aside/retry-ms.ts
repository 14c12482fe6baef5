import { minutesMs, secondsMs } from '#kernel/time'

export const retryMsMin = secondsMs(30)
/** Short, so that an event is retried soon after a release that fixes it. */
const retryMsMax = minutesMs(10)

/** Waits as long as the event has already been set aside, so the pauses double. */
export function retryMs(setAsideAt: Date, now: Date): number {
  const ageMs = now.getTime() - setAsideAt.getTime()
  return Math.min(Math.max(ageMs, retryMsMin), retryMsMax)
}
