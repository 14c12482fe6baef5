import { type Money, money } from '#kernel/money'
import { type Conn, sql } from '#platform/db'

/**
 * What an order costs as it is now, in goods, tax and carriage: its total, less what was or is to be given back for what
 * was cancelled and returned. It never grows. Nothing, once it was rejected or cancelled as a whole.
 */
export async function costOfOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Money | undefined> {
  const { rows } = await sql<{ cost: string; currency: string }>`
    select case when o.state in ('REJECTED', 'CANCELLED') then 0
             else o.total_minor - o.carriage_credited_minor - (
               select coalesce(sum(l.credited_minor), 0) from orders.lines l
               where l.company_id = o.company_id and l.order_id = o.id)
           end::text as cost, o.currency
    from orders.orders o
    where o.company_id = ${companyId} and o.id = ${orderId}
  `.execute(conn)
  const [row] = rows
  return row && money(BigInt(row.cost), row.currency)
}
