import { type Conn, sql, type Tx } from '#platform/db'

/** Fresh statistics for the planner, which would otherwise take the loaded tables for empty until autovacuum comes. */
export async function analyzeCatalog(conn: Conn): Promise<void> {
  await sql`
    analyze products.products, products.price_tiers, products.stock, search.documents,
      search.identifiers, search.terms, search.words
  `.execute(conn)
}

/** Until the transaction ends its statements may take so long: counting a million products does. */
export async function allowLongStatements(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1_000)}, true)`.execute(tx)
}
