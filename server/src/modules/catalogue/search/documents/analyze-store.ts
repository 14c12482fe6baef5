import { type Conn, sql, type Tx } from '#platform/db'

/** Updates the planner's statistics. Otherwise it would treat the loaded tables as empty until autovacuum runs. */
export async function analyzeCatalog(conn: Conn): Promise<void> {
  await sql`
    analyze products.products, products.price_tiers, products.stock, products.identifiers,
      search.documents, search.terms, search.words
  `.execute(conn)
}

/** Raises the statement timeout until the transaction ends: to count a million products takes long. */
export async function allowLongStatements(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1_000)}, true)`.execute(tx)
}
