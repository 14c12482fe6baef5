import type { RawBuilder } from 'kysely'
import { type Conn, sql } from '#platform/db'
import type { Order, OrderState, PaymentState } from '../order.ts'
import { mostScanned } from '../order-list-store.ts'
import { toOrder } from '../rows.ts'
import type { OrderRow } from '../tables.ts'

export type OrderSearch = {
  /** The buying company. */
  readonly companyId?: string | undefined
  readonly state?: OrderState | undefined
  readonly paymentState?: PaymentState | undefined
  /** The id of an order, or a PO number: that of the order or of one of its lines. */
  readonly q?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
  /** The most orders that a filter by state reads. */
  readonly scannedMax?: number
}

export type SearchedOrders = {
  readonly found: readonly Order[]
  /** The last order that was read, where the search stopped early: older orders may match too. */
  readonly scannedUntil: string | undefined
}

/**
 * For operators: orders of all companies or one, newest first. Ids sort by time. `orders_id_unique` and the primary key
 * answer without a sort; `orders_by_po_number` and `lines_by_po_number` answer a search for a number. A filter by state
 * reads a limited number of the newest orders.
 */
export async function searchOrders(conn: Conn, search: OrderSearch): Promise<SearchedOrders> {
  const { companyId, state, paymentState, q, before, limit } = search
  const isFiltered = q === undefined && (state !== undefined || paymentState !== undefined)
  const scannedUntil = isFiltered ? await orderBehind(conn, search) : undefined
  const { rows } = await sql<OrderRow>`
    /* across companies: operators see the whole platform */
    select o.* from orders.orders o
    where true ${ofCompany(companyId)} ${cut(before)}
      ${q === undefined ? sql`` : sql`and o.id in (${named(q, search)})`}
      ${state === undefined ? sql`` : sql`and o.state = ${state}`}
      ${paymentState === undefined ? sql`` : sql`and o.payment_state = ${paymentState}`}
      ${scannedUntil === undefined ? sql`` : sql`and o.id >= ${scannedUntil}`}
    order by o.id desc
    limit ${limit}
  `.execute(conn)
  return { found: rows.map(toOrder), scannedUntil }
}

/**
 * Finds the ids with indexes alone. Without a state the newest `limit` of each index are enough. `offset 0` keeps
 * PostgreSQL from reading all orders in the hope of meeting a common number soon.
 */
function named(q: string, { companyId, state, paymentState, before, limit }: OrderSearch) {
  const isEveryState = state === undefined && paymentState === undefined
  const newest = (id: RawBuilder<unknown>) =>
    isEveryState ? sql`order by ${id} desc limit ${limit}` : sql``
  return sql`
    select ${q}
    union all
    (select n.id from (
      select o.id from orders.orders o where o.po_number = ${q} ${ofCompany(companyId)} ${cut(before)} offset 0
    ) as n ${newest(sql`n.id`)})
    union all
    (select l.order_id from orders.lines l
      where l.po_number = ${q} ${companyId === undefined ? sql`` : sql`and l.company_id = ${companyId}`}
        ${before === undefined ? sql`` : sql`and l.order_id < ${before}`}
      group by l.order_id ${newest(sql`l.order_id`)})`
}

/** Counted in the index alone. */
async function orderBehind(
  conn: Conn,
  { companyId, before, scannedMax = mostScanned }: OrderSearch,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    /* across companies: operators see the whole platform */
    select o.id from orders.orders o
    where true ${ofCompany(companyId)} ${cut(before)}
    order by o.id desc offset ${scannedMax - 1} limit 2
  `.execute(conn)
  return rows.length === 2 ? rows[0]?.id : undefined
}

function ofCompany(companyId: string | undefined) {
  return companyId === undefined ? sql`` : sql`and o.company_id = ${companyId}`
}

function cut(before: string | undefined) {
  return before === undefined ? sql`` : sql`and o.id < ${before}`
}
