import { sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * Runs a query that takes the first rows of an index, over a table in parts. Where the statistics do not know of a
 * burst yet, the planner would read all of it from each part and sort it, for every batch again: the time for a batch
 * then grows with the backlog. Forbidden to sort, it merges the indexes and stops after the first rows.
 */
export async function inIndexOrder<Result>(tx: Tx, query: () => Promise<Result>): Promise<Result> {
  await sql.raw(forbidSorts).execute(tx)
  const result = await query()
  await sql.raw(allowSorts).execute(tx)
  return result
}

const forbidSorts = 'set local enable_sort = off'
const allowSorts = 'set local enable_sort = on'

/** Settings of a transaction that nobody waits for: each goes out with the statement behind it. */
export const ridesAlong: ReadonlySet<string> = new Set([forbidSorts, allowSorts])
