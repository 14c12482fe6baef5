import { sql, type Tx } from '#platform/db'

/** Until the transaction ends its statements may take so long: counting a million products does. */
export async function allowLongStatements(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1_000)}, true)`.execute(tx)
}
