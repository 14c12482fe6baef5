import { daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueue, type Job } from '#platform/jobs'
import { addWorkingMs, type WorkingTime } from '#platform/working-time'

const remindWorkingDays = 2

/** A company works all hours of its working days. */
export function afterWorkingDays(time: WorkingTime, start: Date, days: number): Date {
  return addWorkingMs(time, start, daysMs(days))
}

/** Participant: somebody is reminded after two working days, and what nobody decides lapses later. */
export function startDecisionTimers<Target>(
  tx: Tx,
  jobs: { readonly remind: Job<Target>; readonly lapse: Job<Target> },
  target: Target,
  {
    now,
    lapsesAt,
    time,
  }: { readonly now: Date; readonly lapsesAt: Date; readonly time: WorkingTime },
): void {
  const remindAt = afterWorkingDays(time, now, remindWorkingDays)
  if (remindAt < lapsesAt) enqueue(tx, jobs.remind, target, { now, availableAt: remindAt })
  enqueue(tx, jobs.lapse, target, { now, availableAt: lapsesAt })
}
