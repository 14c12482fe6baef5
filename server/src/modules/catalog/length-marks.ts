import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'
import { kindMark } from './nouns.ts'

/**
 * A document of more than 52 words has among its lexemes up to how many it has: so the index of words finds the shorter ones
 * of a common word without their rows, where their lengths stand. Another step is another reading (`analysisVersion`).
 */
const longSteps = [70, 90, 120, 170] as const
const shortMax = 52

/** In the order of the lengths. No word begins so. */
export const lengthMarks: readonly string[] = [...longSteps, 'more'].map(
  (until) => `${kindMark}n:${until}`,
)

/** Undefined for a short document, which an index of its own holds (`shortest-sql.ts`). */
export function lengthMarkOf(length: number): string | undefined {
  if (length <= shortMax) return undefined
  const at = longSteps.findIndex((until) => length <= until)
  return lengthMarks.at(at)
}

/** The same by PostgreSQL: an array of none or one. */
export function lengthMarksSql(length: Fragment): Fragment {
  const steps = longSteps.map(
    (until, at) => sql`when ${length} <= ${sql.lit(until)} then array[${sql.lit(lengthMarks[at])}]`,
  )
  return sql`case when ${length} <= ${sql.lit(shortMax)} then '{}' ${sql.join(steps, sql` `)}
    else array[${sql.lit(lengthMarks.at(-1))}] end`
}
