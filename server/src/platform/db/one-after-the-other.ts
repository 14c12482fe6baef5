import { sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * Transactions that name the same key run one after the other, until the end of each. For limits on many rows together, where no
 * single row could be locked.
 */
export async function oneAfterTheOther(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
