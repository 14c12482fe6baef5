import { sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * Transactions that name the same key run one after the other, until the end of each. For limits on many rows together, where no
 * single row could be locked. Several keys are taken in one order, so that no two transactions wait for each other.
 */
export async function oneAfterTheOther(tx: Tx, ...keys: readonly string[]): Promise<void> {
  await sql`
    with locks as materialized (
      select hashtextextended(key, 0) as lock from unnest(${keys}::text[]) as given (key) order by lock
    )
    select pg_advisory_xact_lock(lock) from locks
  `.execute(tx)
}
