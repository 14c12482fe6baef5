import { type Conn, sql } from '#platform/db'
import type { Order } from '../order.ts'
import { searchOrderIds } from './order-search-store.ts'

/** A record of a company that may belong to an order. */
type OfOrder = { readonly companyId: string; readonly orderId?: string | null | undefined }

/** The most orders that a number finds for lists of other records. The descriptions of these lists name this limit. */
const mostNumbered = 500

/** The numbers of the orders of records, by the ids of the orders, in one statement. */
export async function listOrderNumbers(
  conn: Conn,
  records: readonly OfOrder[],
): Promise<ReadonlyMap<string, string>> {
  const owned = records.filter(({ orderId }) => orderId)
  if (owned.length === 0) return new Map()
  const { rows } = await sql<{ id: string; number: string }>`
    select t.id, t.number
    from unnest(${owned.map(({ companyId }) => companyId)}::text[], ${owned.map(({ orderId }) => orderId)}::text[])
      as of_record (company_id, order_id)
    join orders.orders t on t.company_id = of_record.company_id and t.id = of_record.order_id
  `.execute(conn)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The orders of checkouts of one company, by the ids of the checkouts. `orders_one_per_checkout` answers. */
export async function listOrdersOfCheckouts(
  conn: Conn,
  companyId: string,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly number: string }>> {
  if (checkoutIds.length === 0) return new Map()
  const { rows } = await sql<{ checkout_id: string; id: string; number: string }>`
    select checkout_id, id, number from orders.orders
    where company_id = ${companyId} and checkout_id = any(${[...checkoutIds]})
  `.execute(conn)
  return new Map(
    rows.map(({ checkout_id: checkoutId, id, number }) => [checkoutId, { id, number }]),
  )
}

/** The newest orders that `q` finds as operators find them: by an id, a number or a PO number, or a part of a number. */
export function listOrdersNumbered(
  conn: Conn,
  q: string,
  companyId?: string,
): Promise<readonly Pick<Order, 'companyId' | 'id'>[]> {
  return searchOrderIds(conn, { companyId, q, sort: 'newest', limit: mostNumbered })
}
