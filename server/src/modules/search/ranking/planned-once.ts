import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'

/**
 * A value that PostgreSQL does not look at when it plans. Of values that it sees it expects now fewer rows and now more, and
 * plans the statement anew each time, which takes longer than finding a part number; and the plan is the same.
 */
export function plannedOnce(value: Fragment): Fragment {
  return sql`(select ${value})`
}
