import { type Conn, sql, type Tx } from '#platform/db'

/** Who placed each of these orders, by the id of the order: a person, or a key. At most a batch of events at once. */
export async function listPlacers(
  conn: Conn,
  orders: readonly { readonly companyId: string; readonly orderId: string }[],
): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ id: string; placed_by: string }>`
    select o.id, o.placed_by
    from unnest(${orders.map(({ companyId }) => companyId)}::text[],
                ${orders.map(({ orderId }) => orderId)}::text[]) as wanted(company_id, id)
    join orders.orders o on o.company_id = wanted.company_id and o.id = wanted.id
  `.execute(conn)
  return new Map(rows.map(({ id, placed_by: placedBy }) => [id, placedBy]))
}

/**
 * Counts mails of a company in its hour. False, and nothing is counted, where they would be more than `max`. Hours that
 * nobody asks for any more go with it.
 */
export async function countMails(
  tx: Tx,
  companyId: string,
  { mails, max, hour, keptFrom }: { mails: number; max: number; hour: Date; keptFrom: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from orders.letter_hours where company_id = ${companyId} and hour < ${keptFrom}
    )
    insert into orders.letter_hours as h (company_id, hour, mails)
    select ${companyId}, ${hour}::timestamptz, ${mails}::integer where ${mails}::integer <= ${max}::integer
    on conflict (company_id, hour) do update set mails = h.mails + excluded.mails
    where h.mails + excluded.mails <= ${max}::integer
  `.execute(tx)
  return numAffectedRows === 1n
}
