import { type Money, money } from '#kernel/money'
import { type Conn, sql } from '#platform/db'

/**
 * What an order needs of its payment now. First, what it costs, in goods, tax and shipping cost: its total, less
 * credits for cancelled and returned pieces, less price reductions; zero after it was rejected or cancelled as a whole.
 * Second, what it owes back and has no refund for yet; a worker gives that back.
 */
export async function costOfOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Money | undefined> {
  const { rows } = await sql<{ cost: string; currency: string }>`
    select (case when o.state in ('REJECTED', 'CANCELLED') then 0
             else o.total_minor - o.shipping_credited_minor - (
               select coalesce(sum(l.credited_minor + l.reduced_open_minor + l.reduced_kept_minor), 0) from orders.lines l
               where l.company_id = o.company_id and l.order_id = o.id) - (
               select coalesce(sum((way ->> 'minor')::bigint), 0) from jsonb_array_elements(o.shipping_reduced) way)
           end + (
             select coalesce(sum(c.amount_minor), 0) from orders.credits c
             where c.company_id = o.company_id and c.order_id = o.id
               and c.state in ('WAITING', 'REFUSED') and c.refund_id is null))::text as cost, o.currency
    from orders.orders o
    where o.company_id = ${companyId} and o.id = ${orderId}
  `.execute(conn)
  const [row] = rows
  return row && money(BigInt(row.cost), row.currency)
}
