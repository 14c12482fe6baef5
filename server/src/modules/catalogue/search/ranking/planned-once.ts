import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'

/**
 * Hides a value from the planner. With a visible value the planner estimates a different number of rows each time and
 * plans the statement anew, which takes longer than finding a part number. The plan would be the same.
 */
export function plannedOnce(value: Fragment): Fragment {
  return sql`(select ${value})`
}
