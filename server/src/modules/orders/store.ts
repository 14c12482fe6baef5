import { sql } from 'kysely'
import { decimalOf } from '#kernel/money'
import type { Conn, Tx } from '#platform/db'
import { amountColumns, amountRecord } from './amount-columns.ts'
import { listCredits } from './credit-store.ts'
import type { Order, OrderDocument, OrderLine, OrderState, PaymentState } from './order.ts'
import { listReturns } from './return-store.ts'
import { toEntry, toLine, toOrder } from './rows.ts'
import { listShipments } from './shipment-store.ts'
import { type OrderRow, tables } from './tables.ts'

/** One statement for the order, its lines and the first step of its timeline. */
export async function insertOrder(
  tx: Tx,
  order: Order,
  lines: readonly OrderLine[],
): Promise<void> {
  const isWaiting = order.state === 'PENDING_APPROVAL'
  await sql`
    with placed as (
      insert into orders.orders (
        company_id, id, checkout_id, payment_id, placed_by, state, payment_state, version, currency,
        total_minor, goods_minor, discount_minor, shipping_minor, tax_minor, tax_breakdown, discounts,
        shipping, deliveries, po_number, cost_center, note, ship_to, bill_to, placed_at, updated_at, concealed)
      values (
        ${order.companyId}, ${order.id}, ${order.checkoutId ?? null}, ${order.paymentId ?? null},
        ${order.placedBy}, ${order.state}, ${order.paymentState}, ${order.version},
        ${order.total.currency}, ${order.total.amountMinor.toString()}, ${sql.join(amountColumns(order))}, ${order.poNumber ?? null},
        ${order.costCenter ?? null}, ${order.note ?? null}, ${JSON.stringify(order.shipTo)},
        ${order.billTo ? JSON.stringify(order.billTo) : null}, ${order.placedAt}, ${order.updatedAt},
        ${isWaiting})
      returning company_id, id
    ), listed as (
      insert into orders.lines (
        company_id, order_id, line_number, product_id, supplier_company_id, sku, mpn, name, brand,
        quantity, unit_price, total_minor, rate_set_id, rate, rate_from, rate_to, discount_minor,
        tax_category, tax_rate, tax_minor, tax_reason, delivery, cost_center, po_number)
      select placed.company_id, placed.id, line.line_number, line.product_id, line.supplier_company_id,
             line.sku, line.mpn, line.name, line.brand, line.quantity, line.unit_price, line.total_minor,
             line.rate_set_id, line.rate, line.rate_from, line.rate_to, line.discount_minor,
             line.tax_category, line.tax_rate, line.tax_minor, line.tax_reason,
             line.delivery, line.cost_center, line.po_number
      from placed, jsonb_to_recordset(${JSON.stringify(lines.map(lineRecord))}::jsonb) as line (
        line_number integer, product_id text, supplier_company_id text, sku text, mpn text, name text,
        brand text, quantity integer, unit_price numeric, total_minor bigint, rate_set_id text, rate numeric,
        rate_from text, rate_to text, discount_minor bigint, tax_category text, tax_rate numeric,
        tax_minor bigint, tax_reason text, delivery integer, cost_center text, po_number text)
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, ${order.version}, ${isWaiting ? 'APPROVAL_REQUESTED' : 'PLACED'}, ${order.placedBy}, '{}', ${order.placedAt}
    from placed
  `.execute(tx)
}

/**
 * Moves the payment state and tells it on the timeline. Returns the new version, or undefined when the
 * order stands there already: the same news may come twice.
 */
export async function updatePaymentState(
  tx: Tx,
  companyId: string,
  orderId: string,
  change: { readonly to: PaymentState; readonly details: Record<string, unknown> },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    with moved as (
      update orders.orders
      set payment_state = ${change.to}, version = version + 1, updated_at = ${now}
      where company_id = ${companyId} and id = ${orderId} and payment_state <> ${change.to}
      returning company_id, id, version
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, version, ${`PAYMENT_${change.to}`}, null, ${JSON.stringify(change.details)}::jsonb,
           ${now}
    from moved
    returning version
  `.execute(tx)
  return rows[0]?.version
}

/** Scoped by company in the query itself, so that no caller can forget to check. */
export async function findOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<OrderDocument | undefined> {
  const order = await tables(conn)
    .selectFrom('orders.orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await tables(conn)
    .selectFrom('orders.lines')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('line_number')
    .execute()
  const timeline = await tables(conn)
    .selectFrom('orders.timeline')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('version')
    .execute()
  return {
    order: toOrder(order),
    lines: lines.map((line) => toLine(line, order.currency)),
    shipments: await listShipments(conn, companyId, orderId),
    returns: await listReturns(conn, companyId, orderId),
    credits: await listCredits(conn, companyId, orderId),
    timeline: timeline.map(toEntry),
  }
}

/** Whose order it is, for operators. */
export async function findOwner(conn: Conn, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: operators reach the orders of all */
    select company_id from orders.orders where id = ${orderId}
  `.execute(conn)
  return rows[0]?.company_id
}

export type OrderFilters = {
  readonly state?: OrderState | undefined
  readonly paymentState?: PaymentState | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly poNumber?: string | undefined
  /** Part of a product's name, number or the order's own references. */
  readonly q?: string | undefined
}

export type OrderSummary = { readonly order: Order; readonly lineCount: number }

/** Newest first. The pair comparison lets `orders_by_company` answer without a sort. */
export async function listOrders(
  conn: Conn,
  companyId: string,
  filters: OrderFilters,
  page: { readonly before?: { placedAt: Date; id: string } | undefined; readonly limit: number },
): Promise<OrderSummary[]> {
  const { state, paymentState, createdAfter, createdBefore, poNumber, q } = filters
  const conditions = [
    state && sql`and o.state = ${state}`,
    paymentState && sql`and o.payment_state = ${paymentState}`,
    createdAfter && sql`and o.placed_at > ${createdAfter}`,
    createdBefore && sql`and o.placed_at < ${createdBefore}`,
    poNumber && sql`and o.po_number = ${poNumber}`,
    q && matching(q),
    page.before && sql`and (o.placed_at, o.id) < (${page.before.placedAt}, ${page.before.id})`,
  ].filter((condition) => condition !== undefined && condition !== '')
  const { rows } = await sql<OrderRow & { line_count: number }>`
    select o.*, (select count(*) from orders.lines l
                 where l.company_id = o.company_id and l.order_id = o.id) as line_count
    from orders.orders o
    where o.company_id = ${companyId} ${sql.join(conditions, sql` `)}
    order by o.placed_at desc, o.id desc
    limit ${page.limit}
  `.execute(conn)
  return rows.map((row) => ({ order: toOrder(row), lineCount: row.line_count }))
}

function matching(q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`and (o.id = ${q} or o.po_number ilike ${pattern} or exists (
    select 1 from orders.lines l
    where l.company_id = o.company_id and l.order_id = o.id
      and (l.name ilike ${pattern} or l.sku ilike ${pattern} or l.mpn ilike ${pattern})))`
}

function lineRecord(line: OrderLine, at: number) {
  const { productId, supplierCompanyId, sku, mpn, name, brand, quantity, conversion } = line
  return {
    line_number: at + 1,
    product_id: productId,
    supplier_company_id: supplierCompanyId,
    sku,
    mpn,
    name,
    brand,
    quantity,
    unit_price: decimalOf(line.unitPrice),
    total_minor: line.total.amountMinor.toString(),
    rate_set_id: conversion?.rateSetId,
    rate: conversion?.rate.toFixed(),
    rate_from: conversion?.from,
    rate_to: conversion?.to,
    ...amountRecord(line),
  }
}

export async function isAwaitingApproval(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<boolean> {
  const row = await tables(conn)
    .selectFrom('orders.orders')
    .select('state')
    .where('company_id', '=', companyId)
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.state === 'PENDING_APPROVAL'
}
