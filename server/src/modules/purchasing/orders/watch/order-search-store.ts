import type { RawBuilder } from 'kysely'
import type { Id } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import type { Order, OrderState, PaymentState } from '../order.ts'
import {
  type IdRange,
  joinConditions,
  mostScanned,
  patternOf,
  unindexed,
  withinIds,
} from '../order-list-store.ts'
import { toOrder } from '../rows.ts'
import { orderNumberIn } from '../supplier/purchase-order-number.ts'
import type { OrderRow } from '../tables.ts'

export type OrderSearch = {
  /** The buying company. */
  readonly companyId?: string | undefined
  readonly state?: OrderState | undefined
  readonly paymentState?: PaymentState | undefined
  /** The supplier of at least one line. */
  readonly supplierId?: string | undefined
  /** The product of at least one line. */
  readonly productId?: string | undefined
  /** The cost centre of at least one line or allocation. */
  readonly costCenter?: string | undefined
  readonly unitId?: string | undefined
  readonly placedBy?: string | undefined
  readonly requestedBy?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  /**
   * The id of an order, its number, the number of a return, or a PO number: that of the order or of one of its lines. A part
   * of a number finds if it is not a whole one.
   */
  readonly q?: string | undefined
  readonly sort: 'newest' | 'oldest'
  /** The id after which the page begins. */
  readonly from?: string | undefined
  readonly limit: number
  /** The most orders that a filter, or a search for a part, reads. */
  readonly scannedMax?: number
}

export type SearchedOrders = {
  readonly found: readonly Order[]
  /** The last order that was read, where the search stopped early: orders beyond it may match too. */
  readonly scannedUntil: string | undefined
}

/**
 * For operators: orders of all companies or one, the newest or the oldest first. Ids sort by time. `orders_id_unique` and the primary key
 * answer without a sort; `orders_by_number`, `returns_number_unique`, `orders_by_po_number` and `lines_by_po_number` answer a search for a number. Any other filter, and
 * a search for a part of a number, read a limited number of orders.
 */
export async function searchOrders(conn: Conn, search: OrderSearch): Promise<SearchedOrders> {
  const { rows, scannedUntil } = await searchRows<OrderRow>(conn, search, sql`t.*`)
  return { found: rows.map(toOrder), scannedUntil }
}

/** The same, when their ids are enough. */
export async function searchOrderIds(
  conn: Conn,
  search: OrderSearch,
): Promise<readonly Pick<Order, 'companyId' | 'id'>[]> {
  type Row = Pick<OrderRow, 'company_id' | 'id'>
  const { rows } = await searchRows<Row>(conn, search, sql`t.company_id, t.id`)
  return rows.map((row) => ({ companyId: row.company_id as Id<'co'>, id: row.id as Id<'ord'> }))
}

async function searchRows<Row>(conn: Conn, search: OrderSearch, columns: RawBuilder<unknown>) {
  const { companyId, q, limit } = search
  const isFiltered = q === undefined && conditionsOf(search).length > 0
  const isPart = q !== undefined && !(await isWhole(conn, q, companyId))
  const scannedUntil = isFiltered || isPart ? await orderBehind(conn, search) : undefined
  const { rows } = await sql<Row>`
    /* across companies: operators see the whole platform */
    select ${columns} from orders.orders t
    where true ${ofCompany(companyId)} ${withinIds(sql`t.id`, rangeOf(search))}
      ${q === undefined || isPart ? sql`` : sql`and t.id in (${selectOrderIds(q, search)})`}
      ${isPart ? containsText(q, search, scannedUntil) : sql``}
      ${joinConditions(conditionsOf(search))}
      ${upTo(sql`t.id`, search, scannedUntil)}
    order by t.id ${directionOf(search)}
    limit ${limit}
  `.execute(conn)
  return { rows, scannedUntil }
}

/**
 * Finds the ids with indexes alone. Without another filter the first `limit` of each index are enough. `offset 0` keeps
 * PostgreSQL from reading all orders in the hope of meeting a common number soon.
 */
function selectOrderIds(q: string, search: OrderSearch) {
  const { companyId, limit } = search
  const [direction, range] = [directionOf(search), rangeOf(search)]
  const first = (id: RawBuilder<unknown>) =>
    conditionsOf(search).length > 0 ? sql`` : sql`order by ${id} ${direction} limit ${limit}`
  return sql`
    select ${q}
    union all
    (select t.id from orders.orders t where t.number = ${orderNumberIn(q)} ${ofCompany(companyId)} ${withinIds(sql`t.id`, range)}
      order by t.id ${direction} limit ${limit})
    union all
    (select r.order_id from orders.returns r where r.number = ${q} ${ofParts('r', companyId, range)}
      group by r.order_id order by r.order_id ${direction} limit ${limit})
    union all
    (select n.id from (
      select t.id from orders.orders t where t.po_number = ${q} ${ofCompany(companyId)} ${withinIds(sql`t.id`, range)} offset 0
    ) as n ${first(sql`n.id`)})
    union all
    (select l.order_id from orders.lines l
      where l.po_number = ${q} ${ofParts('l', companyId, range)}
      group by l.order_id ${first(sql`l.order_id`)})`
}

/** True: some order has exactly this id or number. */
async function isWhole(conn: Conn, q: string, companyId: string | undefined): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    /* across companies: operators see the whole platform */
    select exists (select from orders.orders t where t.id = ${q} ${ofCompany(companyId)})
      or exists (select from orders.orders t where t.number = ${orderNumberIn(q)} ${ofCompany(companyId)})
      or exists (select from orders.orders t where t.po_number = ${q} ${ofCompany(companyId)})
      or exists (select from orders.returns r where r.number = ${q} ${ofParts('r', companyId)})
      or exists (select from orders.lines l where l.po_number = ${q} ${ofParts('l', companyId)}) as whole
  `.execute(conn)
  return rows[0]?.whole ?? false
}

/** Few lines have a number of their own, and few orders a return, so these are small. */
function containsText(q: string, search: OrderSearch, until: string | undefined) {
  const { companyId } = search
  const pattern = patternOf(q)
  return sql`and (lower(t.number) like ${pattern} or lower(t.po_number) like ${pattern} or t.id in (
    select l.order_id from orders.lines l
    where l.po_number is not null and lower(l.po_number) like ${pattern}
      ${ofParts('l', companyId)} ${upTo(sql`l.order_id`, search, until)}
    union
    select r.order_id from orders.returns r
    where lower(r.number) like ${pattern}
      ${ofParts('r', companyId)} ${upTo(sql`r.order_id`, search, until)}))`
}

/** Counted in the index alone. */
async function orderBehind(conn: Conn, search: OrderSearch): Promise<string | undefined> {
  const { companyId, scannedMax = mostScanned } = search
  const { rows } = await sql<{ id: string }>`
    /* across companies: operators see the whole platform */
    select t.id from orders.orders t
    where true ${ofCompany(companyId)} ${withinIds(sql`t.id`, rangeOf(search))}
    order by t.id ${directionOf(search)} offset ${scannedMax - 1} limit 2
  `.execute(conn)
  return rows.length === 2 ? rows[0]?.id : undefined
}

const directionOf = ({ sort }: OrderSearch) => (sort === 'newest' ? sql`desc` : sql`asc`)

const rangeOf = ({ sort, from, createdAfter, createdBefore }: OrderSearch): IdRange => ({
  createdAfter,
  createdBefore,
  [sort === 'newest' ? 'before' : 'after']: from,
})

/** What the search has read when it stops at an order. */
function upTo(id: RawBuilder<unknown>, { sort }: OrderSearch, until: string | undefined) {
  if (until === undefined) return sql``
  return sort === 'newest' ? sql`and ${id} >= ${until}` : sql`and ${id} <= ${until}`
}

function ofCompany(companyId: string | undefined) {
  return companyId === undefined ? sql`` : sql`and t.company_id = ${companyId}`
}

/** Like `ofCompany` and `withinIds`, for the lines or the returns of orders. */
function ofParts(table: 'l' | 'r', companyId: string | undefined, range: IdRange = {}) {
  return sql`${companyId === undefined ? sql`` : sql`and ${sql.ref(table)}.company_id = ${companyId}`}
    ${withinIds(sql.ref(`${table}.order_id`), range)}`
}

/** Filters that no index of all orders knows. */
function conditionsOf({ state, paymentState, unitId, ...others }: OrderSearch) {
  return [
    state && sql`and t.state = ${state}`,
    paymentState && sql`and t.payment_state = ${paymentState}`,
    ...unindexed({ ...others, unitIds: unitId === undefined ? undefined : [unitId] }),
  ].filter((condition) => condition !== undefined)
}
