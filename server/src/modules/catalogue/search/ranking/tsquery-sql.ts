import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'
import { plannedOnce } from './planned-once.ts'

/** An empty query matches nothing, and neither do stop words alone. */
export function tsquery(text: string): Fragment {
  return plannedOnce(sql`${text}::tsquery`)
}
