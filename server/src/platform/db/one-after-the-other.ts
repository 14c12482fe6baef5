import { sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * Until the end of the transaction nobody else who names the key goes on: for limits that are true of many rows
 * together, and of no single one that could be held.
 */
export async function oneAfterTheOther(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
