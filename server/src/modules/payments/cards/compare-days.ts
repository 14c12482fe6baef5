import { after, daysMs } from '#kernel/time'
import type { Deps } from '../deps.ts'
import { checkDisputes } from '../disputes/check-disputes.ts'
import { findComparedUntil, saveComparedUntil } from './comparison-store.ts'
import { reconcile } from './reconcile.ts'

/** A payment is compared again when it is so old: what happens to it later at its provider alone is found then. */
const agesDays = [2, 7, 30, 90] as const

/** Longer ago than that nothing is caught up with. */
const missedDaysMax = 31

/**
 * Every day since the last that was compared as a whole, so that a day on which nobody worked is none that nobody looked
 * at; then the disputes that are open, and the older ones. How far it came is a row: whatever dies in between, the next run goes on from there.
 */
export async function compareDays(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { pool } = deps.database
  const today = new Date(deps.now().toISOString().slice(0, 10))
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
