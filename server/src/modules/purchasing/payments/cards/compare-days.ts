import { after, daysMs, utcDay } from '#kernel/time'
import type { Deps } from '../deps.ts'
import { checkDisputes } from '../disputes/check-disputes.ts'
import { findComparedUntil, saveComparedUntil } from './comparison-store.ts'
import { reconcile } from './reconcile.ts'

/** A payment is compared again at these ages, which finds later changes that happened only at its provider. */
const agesDays = [2, 7, 30, 90] as const

/** Days that are older than this are not compared afterwards. */
const missedDaysMax = 31

/**
 * Compares every day since the last one that was compared completely, so that no day is missed after an outage; then
 * the open disputes, and the older days. A row keeps the progress, so the next run continues where this one died.
 */
export async function compareDays(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { pool } = deps.database
  const today = new Date(utcDay(deps.now()))
  const until = (await findComparedUntil(pool)) ?? daysBefore(today, 1)
  for (let age = missedDaysMax; age > 0; age -= 1) {
    if (signal?.aborted) return
    const day = daysBefore(today, age)
    if (day < until) continue
    await reconcile(deps, day, daysBefore(day, -1))
    await saveComparedUntil(pool, daysBefore(day, -1))
  }
  await checkDisputes(deps, signal)
  for (const age of agesDays) {
    if (signal?.aborted) return
    const day = daysBefore(today, age)
    await reconcile(deps, day, daysBefore(day, -1))
  }
}

function daysBefore(day: Date, days: number): Date {
  return after(day, -daysMs(days))
}
