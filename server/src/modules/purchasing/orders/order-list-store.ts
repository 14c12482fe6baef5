import { type RawBuilder, sql } from 'kysely'
import { firstIdAt, isId } from '#kernel/id'
import { after } from '#kernel/time'
import { isOfUnits } from '#modules/structure'
import { type Conn, containing } from '#platform/db'
import { ofCostCenter } from './of-cost-center.ts'
import {
  type Order,
  type OrderState,
  orderStates,
  type PaymentState,
  paymentStates,
} from './order.ts'
import { toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { isReached, type Reach } from './whose-orders.ts'

export type OrderFilters = {
  readonly state?: OrderState | undefined
  readonly paymentState?: PaymentState | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly poNumber?: string | undefined
  /** The person who placed the order. */
  readonly placedBy?: string | undefined
  /** The person whose requisition the order comes from. */
  readonly requestedBy?: string | undefined
  /** The order belongs to one of these units. */
  readonly unitIds?: readonly string[] | undefined
  /** The supplier of at least one line. */
  readonly supplierId?: string | undefined
  /** The product of at least one line. */
  readonly productId?: string | undefined
  /** The cost centre of at least one line or allocation: its own, else that of the order. */
  readonly costCenter?: string | undefined
  /** Part of a product's name or number, of the number of the order or a return, of the PO number of the order or a line, or the order's id. */
  readonly q?: string | undefined
  /** Only orders that these readers may read. */
  readonly reach?: Reach | undefined
}

export type OrderSummary = { readonly order: Order; readonly lineCount: number }

/** The sort key of a list of orders. */
export type OrderPlace = { readonly placedAt: Date; readonly id: string }

/** The most orders that one search reads, which takes about 0.1 s. The descriptions of the lists name this limit. */
export const mostScanned = 20_000
/** The most lines that one text search reads, because an order may have 500. This takes about 0.2 s. */
const mostLines = 50_000
/** The most orders with one PO number that one search reads. Each of them is looked up by its id. */
const mostNumbered = 2_000
/** Like `mostNumbered`, where the search also compares words with the lines. */
const mostNumberedWithWords = 100

export type OrderPage = {
  readonly before?: OrderPlace | undefined
  readonly limit: number
  /** The most orders that a search reads where no index knows which of them match. */
  readonly scannedMax?: number
  /** The most lines that a text search reads. */
  readonly linesMax?: number
}

export type FoundOrders = {
  readonly found: readonly OrderSummary[]
  /** The last order that the search read, where it stopped early: older orders may match too. */
  readonly scannedUntil: OrderPlace | undefined
}

/**
 * Newest first. Index answers come from the index alone: `orders_by_company`, `orders_by_po_number` with
 * `lines_by_po_number`, `orders_by_states`, and `orders_by_buyer`, `orders_by_requester` and `orders_by_unit`. Text search has no index, because every placed order would pay for it:
 * it reads a limited number of the newest orders and their lines, and the next page continues behind them. No request
 * reads more than that, however many orders a company has.
 */
export async function listOrders(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  page: OrderPage,
): Promise<FoundOrders> {
  const { state, paymentState, poNumber, q } = filters
  const ofStates = state !== undefined || paymentState !== undefined
  if (q !== undefined && isId('ord', q)) {
    const numbered = poNumber === undefined ? sql`` : sql`and ${hasPoNumber(poNumber)}`
    const thisOne = sql`and t.id = ${q} ${numbered} ${joinConditions(unindexed(filters))}`
    return all(await listNewest(conn, companyId, filters, page, thisOne))
  }
  if (poNumber !== undefined && (q !== undefined || ofStates || hasUnindexed(filters))) {
    const most = !readsLines(filters) ? mostNumbered : mostNumberedWithWords
    const { scannedMax = most } = page
    return scanOrders(conn, companyId, filters, { ...page, scannedMax })
  }
  const owners = soleOwners(filters)
  if (owners) {
    const further = amongNewest(companyId, filters, page, owners)
    return all(await listNewest(conn, companyId, filters, page, further))
  }
  if (q !== undefined || hasUnindexed(filters)) return scanOrders(conn, companyId, filters, page)
  return all(
    ofStates
      ? await listByStates(conn, companyId, filters, page)
      : await listNewest(conn, companyId, filters, page),
  )
}

const all = (found: readonly OrderSummary[]): FoundOrders => ({ found, scannedUntil: undefined })

export type SummaryRow = OrderRow & { line_count: number }

export const summaryColumns = sql`t.*, (
  select count(*) from orders.lines l where l.company_id = t.company_id and l.order_id = t.id) as line_count`

const newestFirst = sql`order by t.placed_at desc, t.id desc`

/** Orders in the requested range that come after the end of the previous page. */
function inRange({ createdAfter, createdBefore }: OrderFilters, before: OrderPlace | undefined) {
  return joinConditions([
    createdAfter && sql`and t.placed_at > ${createdAfter}`,
    createdBefore && sql`and t.placed_at < ${createdBefore}`,
    before && sql`and (t.placed_at, t.id) < (${before.placedAt}, ${before.id})`,
  ])
}

/**
 * `orders_by_company` answers without a sort. With a PO number and no other filter, a match is one of the newest
 * `limit`.
 */
async function listNewest(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  { before, limit }: Pick<OrderPage, 'before' | 'limit'>,
  further: RawBuilder<unknown> = withPoNumber(companyId, filters, before, limit),
): Promise<OrderSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from orders.orders t
    where t.company_id = ${companyId} ${inRange(filters, before)} ${further}
    ${newestFirst} limit ${limit}
  `.execute(conn)
  return rows.map(toSummary)
}

/**
 * Reads the newest orders of each pair of states, then takes the newest of these. `orders_by_states` is read at most
 * once for each pair.
 */
async function listByStates(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  { before, limit }: OrderPage,
): Promise<OrderSummary[]> {
  const { state, paymentState } = filters
  const { rows } = await sql<SummaryRow>`
    with found as (
      select one.id
      from unnest(${state ? [state] : [...orderStates]}::text[]) as goods (state)
      cross join unnest(${paymentState ? [paymentState] : [...paymentStates]}::text[]) as money (state)
      cross join lateral (
        select t.id, t.placed_at from orders.orders t
        where t.company_id = ${companyId} and t.state = goods.state and t.payment_state = money.state
          ${inRange(filters, before)}
        ${newestFirst} limit ${limit}
      ) one
      order by one.placed_at desc, one.id desc
      limit ${limit}
    )
    select ${summaryColumns} from orders.orders t
    where t.company_id = ${companyId} and t.id in (select id from found)
    ${newestFirst}
  `.execute(conn)
  return rows.map(toSummary)
}

async function scanOrders(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  page: OrderPage,
): Promise<FoundOrders> {
  const { state, paymentState, q } = filters
  const { before, scannedMax = mostScanned } = page
  const scannedUntil = await placeBehind(conn, companyId, filters, page)
  const found = await listNewest(
    conn,
    companyId,
    filters,
    page,
    joinConditions([
      withPoNumber(companyId, filters, before, scannedMax),
      scannedUntil &&
        sql`and (t.placed_at, t.id) >= (${scannedUntil.placedAt}, ${scannedUntil.id})`,
      state && sql`and t.state = ${state}`,
      paymentState && sql`and t.payment_state = ${paymentState}`,
      q !== undefined && sql`and ${matchesText(q)}`,
      ...unindexed(filters),
    ]),
  )
  return { found, scannedUntil }
}

/** The last order that the search may read. Undefined: it may read all orders. */
async function placeBehind(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  page: OrderPage,
): Promise<OrderPlace | undefined> {
  const byOrders = await placeBehindOrders(conn, companyId, filters, page)
  if (!readsLines(filters) || filters.poNumber !== undefined) return byOrders
  const byLines = await placeBehindLines(conn, companyId, filters, page)
  if (!byOrders || !byLines) return byOrders ?? byLines
  return byOrders.id > byLines.id ? byOrders : byLines
}

/** Without a PO number. Counted in the index alone. */
async function placeBehindOrders(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  { before, scannedMax = mostScanned }: OrderPage,
): Promise<OrderPlace | undefined> {
  const { rows } = await sql<{ placed_at: Date; id: string }>`
    select t.placed_at, t.id from orders.orders t
    where t.company_id = ${companyId} ${inRange(filters, before)}
      ${withPoNumber(companyId, filters, before, scannedMax + 1)}
    ${newestFirst} offset ${scannedMax - 1} limit 2
  `.execute(conn)
  const [last, beyond] = rows
  return last && beyond ? { placedAt: last.placed_at, id: last.id } : undefined
}

/**
 * The order of the line at which the limit is reached. The search reads all of that order. Counted in the key of the
 * lines alone.
 */
async function placeBehindLines(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  { before, linesMax = mostLines }: OrderPage,
): Promise<OrderPlace | undefined> {
  const { rows } = await sql<{ placed_at: Date; id: string }>`
    select t.placed_at, t.id from orders.orders t
    where t.company_id = ${companyId} and t.id = (
      select l.order_id from orders.lines l
      where l.company_id = ${companyId} ${idsInRange(filters, before)}
      order by l.order_id desc offset ${linesMax - 1} limit 1)
  `.execute(conn)
  const [last] = rows
  return last && { placedAt: last.placed_at, id: last.id }
}

/**
 * One of the newest orders that have the number, or a line with it: the newest of each, without a sort. The id of an
 * order is made when the order is placed, so ids sort as the list does.
 */
function withPoNumber(
  companyId: string,
  filters: OrderFilters,
  before: OrderPlace | undefined,
  most: number,
) {
  const { poNumber } = filters
  if (poNumber === undefined) return sql``
  return sql`and t.id in (
    (select t.id from orders.orders t
      where t.company_id = ${companyId} and t.po_number = ${poNumber} ${inRange(filters, before)}
      ${newestFirst} limit ${most})
    union
    (select l.order_id from orders.lines l
      where l.company_id = ${companyId} and l.po_number = ${poNumber} ${idsInRange(filters, before)}
      group by l.order_id order by l.order_id desc limit ${most}))`
}

/** Like `withPoNumber`, for one order. */
export function hasPoNumber(poNumber: string): RawBuilder<unknown> {
  return sql`(t.po_number = ${poNumber} or exists (select from orders.lines l
    where l.company_id = t.company_id and l.order_id = t.id and l.po_number = ${poNumber}))`
}

const hasUnindexed = (filters: OrderFilters): boolean => unindexed(filters).length > 0

/** A filter compares values with the lines of every order that the search reads. */
function readsLines({ q, supplierId, productId, costCenter }: OrderFilters): boolean {
  return [q, supplierId, productId, costCenter].some((value) => value !== undefined)
}

/** The owners of whom the filters want all orders of a time: an index finds these. Undefined: the filters ask for more. */
function soleOwners({ createdAfter: _from, createdBefore: _to, ...others }: OrderFilters) {
  const { reach, placedBy: buyer, requestedBy: requester, unitIds } = others
  const given = Object.values(others).filter((value) => value !== undefined)
  if (given.length !== 1 || (reach ?? buyer ?? requester ?? unitIds) === undefined) return undefined
  if (!reach) return { buyer, requester, unitIds }
  return { buyer: reach.personId, requester: reach.personId, unitIds: reach.unitIds }
}

/** The newest of each owner, of which the page is a part. */
function amongNewest(
  companyId: string,
  filters: OrderFilters,
  { before, limit }: OrderPage,
  { buyer, requester, unitIds = [] }: NonNullable<ReturnType<typeof soleOwners>>,
): RawBuilder<unknown> {
  const newestOf = (condition: RawBuilder<unknown>) => sql`(
    select t.id from orders.orders t
    where t.company_id = ${companyId} and ${condition} ${inRange(filters, before)}
    ${newestFirst} limit ${limit})`
  const parts = [
    buyer !== undefined && newestOf(sql`t.placed_by = ${buyer}`),
    requester !== undefined && newestOf(sql`t.requested_by = ${requester}`),
    sql`(select one.id from unnest(${[...unitIds]}::text[]) as unit (id)
      cross join lateral ${newestOf(sql`t.unit_id = unit.id`)} one)`,
  ].filter((part) => part !== false)
  return sql`and t.id in (${sql.join(parts, sql` union `)})`
}

/** The filters for which no index of the orders of a company is worth its cost at every order. */
export function unindexed(filters: OrderFilters) {
  const { reach, placedBy, requestedBy, unitIds, supplierId, productId, costCenter } = filters
  return [
    reach && sql`and ${isReached(reach)}`,
    placedBy === undefined ? undefined : sql`and t.placed_by = ${placedBy}`,
    requestedBy === undefined ? undefined : sql`and t.requested_by = ${requestedBy}`,
    unitIds === undefined ? undefined : sql`and ${isOfUnits(unitIds)}`,
    supplierId === undefined ? undefined : sql`and ${hasSupplier(supplierId)}`,
    productId === undefined ? undefined : sql`and ${hasProduct(productId)}`,
    costCenter === undefined ? undefined : sql`and ${hasCostCenter(costCenter)}`,
  ].filter((condition) => condition !== undefined)
}

export const hasSupplier = (supplierId: string) =>
  hasLine(sql`l.supplier_company_id = ${supplierId}`)

export const hasProduct = (productId: string) => hasLine(sql`l.product_id = ${productId}`)

export const hasCostCenter = (costCenter: string) => hasLine(ofCostCenter(costCenter))

function hasLine(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from orders.lines l
    where l.company_id = t.company_id and l.order_id = t.id and ${condition})`
}

/** Like `inRange`, for lines. */
function idsInRange(filters: OrderFilters, before: OrderPlace | undefined) {
  return withinIds(sql`l.order_id`, { ...filters, before: before?.id })
}

export type IdRange = Pick<OrderFilters, 'createdAfter' | 'createdBefore'> & {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** The ids of orders of a time, before or after one of them. The id of an order is made when the order is placed. */
export function withinIds(id: RawBuilder<unknown>, range: IdRange): RawBuilder<unknown> {
  const { createdAfter, createdBefore, before } = range
  return joinConditions([
    createdAfter && sql`and ${id} >= ${firstOrderIdAt(after(createdAfter, 1))}`,
    createdBefore && sql`and ${id} < ${firstOrderIdAt(createdBefore)}`,
    before && sql`and ${id} < ${before}`,
    range.after && sql`and ${id} > ${range.after}`,
  ])
}

/** The first order id of an instant. An instant that no id can hold is moved to the nearest one that an id can hold. */
function firstOrderIdAt(at: Date): string {
  return firstIdAt('ord', new Date(Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1)))
}

/**
 * A scalar subquery and not `exists`: for `exists` PostgreSQL would first list all matching lines of the company,
 * however few rows the page needs.
 */
export function matchesText(q: string): RawBuilder<unknown> {
  const pattern = patternOf(q)
  return sql`(lower(t.number) like ${pattern} or lower(t.po_number) like ${pattern} or (
    select true from orders.lines l
    where l.company_id = t.company_id and l.order_id = t.id
      and (lower(l.name) like ${pattern} or lower(l.sku) like ${pattern}
        or lower(l.mpn) like ${pattern} or lower(l.po_number) like ${pattern})
    limit 1) or (
    select true from orders.returns r
    where r.company_id = t.company_id and r.order_id = t.id and lower(r.number) like ${pattern}
    limit 1))`
}

/** For `lower(…) like`. `ilike` would lower the pattern again for every value: a long one costs more than the value. */
export const patternOf = (q: string): RawBuilder<unknown> => sql`(select lower(${containing(q)}))`

export function joinConditions(all: readonly (RawBuilder<unknown> | false | '' | undefined)[]) {
  const given = all.filter((one) => one !== undefined && one !== '' && one !== false)
  return given.length === 0 ? sql`` : sql.join(given, sql` `)
}

export function toSummary(row: SummaryRow): OrderSummary {
  return { order: toOrder(row), lineCount: row.line_count }
}
