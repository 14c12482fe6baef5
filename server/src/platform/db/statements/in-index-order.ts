import { sql } from 'kysely'
import type { Tx } from '../conn.ts'

/**
 * Runs a query that takes the first rows of an index of a partitioned table. While the statistics do not know of a burst yet, the
 * planner would read all of it from each partition and sort it, again for every batch. The time for a batch would then grow with
 * the backlog. Without permission to sort, it merges the indexes and stops after the first rows.
 */
export async function inIndexOrder<Result>(tx: Tx, query: () => Promise<Result>): Promise<Result> {
  await sql.raw(forbidSorts).execute(tx)
  const result = await query()
  await sql.raw(allowSorts).execute(tx)
  return result
}

const forbidSorts = 'set local enable_sort = off'
const allowSorts = 'set local enable_sort = on'

/** Settings of a transaction: each is sent with the statement after it, without a round trip of its own. */
export const sentWithNextStatement: ReadonlySet<string> = new Set([forbidSorts, allowSorts])
