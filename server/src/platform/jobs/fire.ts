import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { enqueue } from './enqueue.ts'
import { nextTime, type Schedule } from './schedule.ts'
import { claimSchedules, hasDueSchedule, listPoison, markFired } from './store.ts'

/**
 * Enqueues the jobs of the schedules that are due and moves each schedule to its next time, in one transaction. So two workers, or
 * a restart in between, never fire a schedule twice. Times that were missed while no worker ran fire once. While an equal job
 * kills the processes that work on it, no other is enqueued: that job is retried slowly. Returns how many schedules fired.
 */
export async function fireSchedules(
  database: Database,
  schedules: readonly Schedule[],
  now: Date,
): Promise<number> {
  const names = schedules.map(({ name }) => name)
  if (names.length === 0 || !(await hasDueSchedule(database.pool, names, now))) return 0
  return database.transaction(async (tx) => {
    const due = new Set(await claimSchedules(tx, names, now))
    const poison = await listPoison(tx)
    for (const { name, cron, job, payload } of schedules) {
      if (!due.has(name)) continue
      const isPoison = poison.some(
        (one) => one.name === job.name && isDeepStrictEqual(one.payload, payload),
      )
      if (!isPoison) enqueue(tx, job, payload, { now })
      await markFired(tx, name, { at: now, nextAt: nextTime(cron, now) })
    }
    if (due.size > 0) crashPoint('jobs.schedule.fired')
    return due.size
  })
}
