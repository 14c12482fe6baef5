import { sql } from 'kysely'
import type { Conn } from './conn.ts'

/** What the statement below takes on a quiet machine. */
const quietMs = 10

/**
 * How much slower the database answers than a quiet one: 1 or more. It times a statement with a fixed amount of work, which reads
 * no table. Waiting for a connection counts.
 */
export async function slownessOf(pool: Conn): Promise<number> {
  const startedAt = performance.now()
  await sql`select count(*) from generate_series(1, 100000) as number where number % 7 = 0`.execute(
    pool,
  )
  return Math.max(1, (performance.now() - startedAt) / quietMs)
}
