import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { Condition } from '#platform/lists'
import type { Order, OrderState } from '../order.ts'
import { mostScanned, patternOf } from '../order-list-store.ts'
import { toOrder } from '../rows.ts'
import type { OrderRow } from '../tables.ts'
import { purchaseOrderNumberOf } from './purchase-order-number.ts'
import { type SuppliedTotals, withShippingCosts } from './supplied-totals.ts'

export type SuppliedSummary = {
  readonly order: Order
  /** Counts the supplier's own lines. */
  readonly lineCount: number
  readonly subtotal: Money
  /** Undefined for orders older than taxes. */
  readonly totals: SuppliedTotals | undefined
}

export type SuppliedFilters = {
  readonly state?: OrderState | undefined
  /** Part of a name or number of the supplier's lines, of the name of the buyer, or of the number or PO number of the order. */
  readonly q?: string | undefined
  /** True: something in the order waits for the supplier: a line, a requested change, or a return. */
  readonly unanswered?: boolean | undefined
}

export type SuppliedPage = {
  readonly before?: string | undefined
  readonly limit: number
  /** The most lines of the supplier that a filter reads. */
  readonly scannedMax?: number
}

export type FoundSupplied = {
  readonly found: readonly SuppliedSummary[]
  /** The last order that was read, where the search stopped early: older orders may match too. */
  readonly scannedUntil: string | undefined
}

/**
 * Orders with lines of a supplier, newest first. Ids sort by time, so a page keeps its place when states change.
 * `lines_by_supplier` answers, but knows nothing that a filter asks for: a filter therefore reads a limited number of the
 * newest lines, and the next page continues behind them.
 */
export async function listSuppliedOrders(
  conn: Conn,
  supplierId: string,
  filters: SuppliedFilters,
  page: SuppliedPage,
): Promise<FoundSupplied> {
  const { before, limit } = page
  const wanted = conditionsOf(supplierId, filters)
  const scannedUntil = wanted.length === 0 ? undefined : await orderBehind(conn, supplierId, page)
  const { rows } = await sql<SuppliedOrderRow>`
    /* across companies: a supplier sees the orders of all who buy from it */
    select ${suppliedColumns}
    from (
      select distinct on (l.order_id) l.company_id, l.order_id, l.supplier_company_id
      from orders.lines l
      where l.supplier_company_id = ${supplierId}
        ${before === undefined ? sql`` : sql`and l.order_id < ${before}`}
        ${scannedUntil === undefined ? sql`` : sql`and l.order_id >= ${scannedUntil}`}
        and exists (select 1 from orders.orders o
          where o.company_id = l.company_id and o.id = l.order_id and not o.concealed
            ${sql.join(wanted, sql``)})
      order by l.order_id desc
      limit ${limit}
    ) t
    join orders.orders o on o.company_id = t.company_id and o.id = t.order_id
    order by o.id desc
  `.execute(conn)
  return { found: rows.map((row) => toSuppliedSummary(row, supplierId)), scannedUntil }
}

/** The order `o`, and the sums of the lines of its supplier `t.supplier_company_id`. */
export const suppliedColumns = sql`o.*, (
  select jsonb_build_object('line_count', count(*), 'subtotal_minor', sum(l.total_minor)::text, 'off_minor', sum(l.discount_minor)::text,
    'taxes_minor', case when bool_and(l.tax_minor is not null) then sum(l.tax_minor)::text end,
    'has_order_po', bool_or(l.po_number is null))
  from orders.lines l
  where l.company_id = o.company_id and l.order_id = o.id and l.supplier_company_id = t.supplier_company_id) as own`

/** At least one line of the supplier in the order `o` is as the condition says of a line `l`. */
export function hasOwnLine(supplierId: string, condition: Condition): Condition {
  return sql`exists (select from orders.lines l
    where l.company_id = o.company_id and l.order_id = o.id and l.supplier_company_id = ${supplierId} and ${condition})`
}

/** What is asked of a line `l` of the supplier and its order `o`. */
function conditionsOf(supplierId: string, { state, q, unanswered }: SuppliedFilters) {
  return [
    state === undefined ? [] : sql`and o.state = ${state}`,
    q === undefined ? [] : sql`and ${matchesText(supplierId, q)}`,
    unanswered ? sql`and ${isUnanswered(supplierId)}` : [],
  ].flat()
}

/** A supplier finds an order by what it sees of it. */
export function matchesText(supplierId: string, q: string): Condition {
  const pattern = patternOf(q)
  return sql`(
    lower(concat_ws('-', o.number, array_position(o.supplier_ids, ${supplierId}))) like ${pattern}
    or lower(o.parties->'buyer'->>'name') like ${pattern}
    or lower(coalesce(l.po_number, o.po_number)) like ${pattern}
    or lower(l.name) like ${pattern} or lower(l.sku) like ${pattern} or lower(l.mpn) like ${pattern})`
}

export function isUnanswered(supplierId: string): Condition {
  return sql`(
    (o.state in ('PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED') and o.held_at is null and (
      l.change_request_id is not null or (l.confirmed_at is null and l.proposal_id is null
        and l.quantity > l.cancelled_quantity + l.shipped_quantity)))
    or exists (select from orders.returns r
      where r.company_id = l.company_id and r.order_id = l.order_id
        and r.supplier_company_id = ${supplierId} and r.state in ('REQUESTED', 'RECEIVED')))`
}

/** Sums of the supplier's own lines. */
type OwnSums = {
  line_count: number
  subtotal_minor: string
  off_minor: string | null
  taxes_minor: string | null
  has_order_po: boolean
}

export type SuppliedOrderRow = OrderRow & { own: OwnSums }

export function toSuppliedSummary(row: SuppliedOrderRow, supplierId: string): SuppliedSummary {
  const { currency, own } = row
  const { off_minor, taxes_minor } = own
  const read = (minor: string) => money(BigInt(minor), currency)
  const placed = toOrder(row)
  const order = {
    ...placed,
    number: purchaseOrderNumberOf(placed, supplierId),
    ...(own.has_order_po ? {} : { poNumber: undefined }),
  }
  const shippingCosts = (order.shippingCosts ?? []).filter(
    (cost) => cost.supplierCompanyId === supplierId,
  )
  const goods = read(own.subtotal_minor)
  const isTaxed = taxes_minor !== null
  const summed = isTaxed && { goods, discount: read(off_minor ?? '0'), tax: read(taxes_minor) }
  return {
    order,
    lineCount: own.line_count,
    subtotal: goods,
    totals: summed ? withShippingCosts(summed, shippingCosts, currency) : undefined,
  }
}

/**
 * The last order that the search may read. Undefined if the supplier has no more lines than that. Counted in the index
 * alone.
 */
async function orderBehind(
  conn: Conn,
  supplierId: string,
  { before, scannedMax = mostScanned }: SuppliedPage,
): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    /* across companies: a supplier sees the orders of all who buy from it */
    select l.order_id from orders.lines l
    where l.supplier_company_id = ${supplierId}
      ${before === undefined ? sql`` : sql`and l.order_id < ${before}`}
    order by l.order_id desc offset ${scannedMax - 1} limit 2
  `.execute(conn)
  return rows.length === 2 ? rows[0]?.order_id : undefined
}

/** The buying company of an order, if the company supplies lines of it. */
export async function findBuyerOf(
  conn: Conn,
  supplierId: string,
  orderId: string,
): Promise<Id<'co'> | undefined> {
  const { rows } = await sql<{ company_id: Id<'co'> }>`
    /* across companies: a supplier sees the orders of all who buy from it */
    select l.company_id from orders.lines l
    join orders.orders o on o.company_id = l.company_id and o.id = l.order_id and not o.concealed
    where l.supplier_company_id = ${supplierId} and l.order_id = ${orderId}
    limit 1
  `.execute(conn)
  return rows[0]?.company_id
}
