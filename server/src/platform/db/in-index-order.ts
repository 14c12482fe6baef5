import { sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * Runs a query that takes the first rows of an index, over a table in parts. Where the statistics do not know of a
 * burst yet, the planner would read all of it from each part and sort it, for every batch again: the time for a batch
 * then grows with the backlog. Forbidden to sort, it merges the indexes and stops after the first rows.
 */
export async function inIndexOrder<Result>(tx: Tx, query: () => Promise<Result>): Promise<Result> {
  await sql`set local enable_sort = off`.execute(tx)
  const result = await query()
  await sql`set local enable_sort = on`.execute(tx)
  return result
}
