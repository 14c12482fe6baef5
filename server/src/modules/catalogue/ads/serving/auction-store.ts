import { type Conn, sql, type Tx } from '#platform/db'

/** For operators. Across companies: the id names the auction, and `company_id` is the viewer's. */
export async function findAuction(
  conn: Conn,
  id: string,
): Promise<
  { readonly placement: string; readonly snapshot: unknown; readonly createdAt: Date } | undefined
> {
  const { rows } = await sql<{ placement: string; snapshot: unknown; created_at: Date }>`
    select placement, snapshot, created_at, company_id from ads.auctions where id = ${id}
  `.execute(conn)
  const [row] = rows
  return row && { placement: row.placement, snapshot: row.snapshot, createdAt: row.created_at }
}

/** Deletes records before this id. Returns the number. */
export async function deleteAuctions(tx: Tx, before: string, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old is old (company_id) */
    delete from ads.auctions where id in (
      select id from ads.auctions where id < ${before} order by id limit ${batchMax} for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
