import { sql } from 'kysely'
import { decimalOf } from '#kernel/money'
import {
  type Conn,
  type Gathering,
  insertionOf,
  type Tx,
  writeBeforeCommit,
  writeTogether,
} from '#platform/db'
import { listCredits } from './credits/credit-store.ts'
import { listShipments } from './fulfilment/shipment-store.ts'
import type { Order, OrderDocument, OrderLine, PaymentState, PlacedLine } from './order.ts'
import { amountColumns, amountRecord } from './placing/amount-columns.ts'
import { firstStep, waitingOf } from './placing/placed-document.ts'
import { listReturns } from './returns/return-store.ts'
import { toEntry, toLine, toOrder } from './rows.ts'
import { type OrderRow, type TimelineRow, tables } from './tables.ts'

type NewOrder = { readonly order: Order; readonly lines: readonly OrderLine[] }

/** The order, its lines and the first step of its timeline. */
const newOrders: Gathering<NewOrder> = {
  writes: (placed) => [
    {
      name: 'placed',
      statement: insertionOf(
        'orders.orders',
        placed.map(({ order }) => orderRecord(order)),
      ),
    },
    {
      name: 'listed',
      statement: insertionOf(
        'orders.lines',
        placed.flatMap(({ order, lines }) =>
          lines.map((line, at) => lineRecord(order, line, at + 1)),
        ),
      ),
    },
    {
      name: 'begun',
      statement: insertionOf(
        'orders.timeline',
        placed.map(({ order }) => stepRecord(order)),
      ),
    },
  ],
}

/**
 * An order that needs no approval is written just before the commit. One that needs approval is written at once,
 * because the approvals read it.
 */
export async function insertOrder(
  tx: Tx,
  order: Order,
  lines: readonly OrderLine[],
): Promise<void> {
  const placed = [{ order, lines }]
  if (order.state === 'PENDING_APPROVAL') await writeTogether(tx, newOrders.writes(placed))
  else writeBeforeCommit(tx, newOrders, placed)
}

/**
 * Changes the payment state and records it on the timeline. Returns the new version, or undefined when the order has
 * that state already: the same news may come twice.
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

/**
 * True if goods of the order had left and all of its pieces are credited: cancelled, returned or missing. Lines that
 * cost nothing do not count. The caller has locked the order or reads a payment that is over.
 */
export async function isAllCredited(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<boolean> {
  const { rows } = await sql<{ credited: boolean }>`
    select coalesce(bool_or(shipped_quantity > 0) and bool_and(credited_quantity = quantity), false) as credited
    from orders.lines
    where company_id = ${companyId} and order_id = ${orderId}
      and total_minor - coalesce(discount_minor, 0) + coalesce(tax_minor, 0) > 0
  `.execute(conn)
  return rows[0]?.credited === true
}

/** Records a step on the timeline that leaves both states as they are. */
export async function addToTimeline(
  tx: Tx,
  companyId: string,
  orderId: string,
  entry: { readonly kind: string; readonly details: Record<string, unknown> },
  now: Date,
): Promise<void> {
  await sql`
    with moved as (
      update orders.orders set version = version + 1, updated_at = ${now}
      where company_id = ${companyId} and id = ${orderId}
      returning company_id, id, version
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, version, ${entry.kind}, null, ${JSON.stringify(entry.details)}::jsonb, ${now} from moved
  `.execute(tx)
}

/** The query itself filters by company, so that no caller can forget the check. */
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
  const timeline = await tables(conn)
    .selectFrom('orders.timeline')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('version')
    .execute()
  const found = toOrder(order)
  return {
    order: found,
    lines: await listLines(conn, found),
    shipments: await listShipments(conn, companyId, orderId),
    returns: await listReturns(conn, companyId, orderId),
    credits: await listCredits(conn, companyId, orderId),
    timeline: timeline.map(toEntry),
  }
}

/** All lines, in the order of their numbers. */
export async function listLines(
  conn: Conn,
  { companyId, id, total }: Pick<Order, 'companyId' | 'id' | 'total'>,
): Promise<PlacedLine[]> {
  const lines = await tables(conn)
    .selectFrom('orders.lines')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', id)
    .orderBy('line_number')
    .execute()
  return lines.map((line) => toLine(line, total.currency))
}

/** The company that owns the order, for operators. */
export async function findOwner(conn: Conn, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: operators reach the orders of all */
    select company_id from orders.orders where id = ${orderId}
  `.execute(conn)
  return rows[0]?.company_id
}

function orderRecord(order: Order): Partial<Record<keyof OrderRow, unknown>> {
  return {
    company_id: order.companyId,
    id: order.id,
    number: order.number,
    checkout_id: order.checkoutId,
    payment_id: order.paymentId,
    supplier_ids: order.supplierIds,
    placed_by: order.placedBy,
    requested_by: order.requestedBy,
    unit_id: order.unitId,
    contracts: order.contracts,
    state: order.state,
    payment_state: order.paymentState,
    version: order.version,
    currency: order.total.currency,
    total_minor: order.total.amountMinor.toString(),
    ...amountColumns(order),
    po_number: order.poNumber,
    cost_center: order.costCenter,
    note: order.note,
    ship_to: order.shipTo,
    bill_to: order.billTo,
    parties: order.parties,
    placed_at: order.placedAt,
    updated_at: order.updatedAt,
    delivered_at: order.deliveredAt,
    concealed: order.state === 'PENDING_APPROVAL',
  }
}

function stepRecord(order: Order): Omit<Record<keyof TimelineRow, unknown>, 'changes'> {
  return {
    company_id: order.companyId,
    order_id: order.id,
    version: order.version,
    kind: firstStep(order),
    actor_id: order.placedBy,
    details: {},
    happened_at: order.placedAt,
  }
}

export function lineRecord(
  { companyId, id, placedAt }: Order,
  line: OrderLine,
  lineNumber: number,
) {
  const { productId, supplierCompanyId, sku, mpn, name, brand, conversion } = line
  const { promisedDate, agreedDate, backorderedAt, waiting } = waitingOf(line, placedAt)
  return {
    company_id: companyId,
    order_id: id,
    line_number: lineNumber,
    product_id: productId,
    supplier_company_id: supplierCompanyId,
    sku,
    mpn,
    name,
    brand,
    quantity: line.quantity.toString(),
    unit_price: decimalOf(line.unitPrice),
    per_quantity: line.unitPrice.perQuantity,
    unit: line.unit,
    total_minor: line.total.amountMinor.toString(),
    rate_set_id: conversion?.rateSetId,
    rate: conversion?.rate.toFixed(),
    rate_from: conversion?.from,
    rate_to: conversion?.to,
    rate_as_of: conversion?.asOf,
    ...amountRecord(line),
    promised_date: promisedDate,
    agreed_date: agreedDate,
    backordered_at: backorderedAt,
    waiting_quantity: waiting.toString(),
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
