import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Actor, may } from '#kernel/actor'
import type { Tx } from '#platform/db'
import type { Order } from '../order.ts'
import { amountColumns, storeShippingCostReduced } from '../placing/amount-columns.ts'
import { progressOf, toOrder } from '../rows.ts'
import { type OrderRow, tables } from '../tables.ts'
import { storeChanges } from '../versions/stored-changes.ts'
import type { VersionChanges } from '../versions/version.ts'
import { reaches, reachOf } from '../whose-orders.ts'
import type { LineProgress } from './line-progress.ts'

export type LockedOrder = { readonly order: Order; readonly lines: readonly LineProgress[] }

/**
 * Holds an order that the actor may reach until the transaction ends, so that movements of its goods run one after the
 * other. Undefined if the order does not exist or belongs to others.
 */
export async function lockOrder(
  tx: Tx,
  actor: Actor,
  orderId: string,
): Promise<LockedOrder | undefined> {
  const { rows } = await sql<OrderRow>`
    /* across companies: an order is reached by its buyer, by who supplies lines of it, and by operators */
    select o.* from orders.orders o
    where o.id = ${orderId} and (
      o.company_id = ${actor.companyId}
      or ${may(actor, 'act_for_every_company')}::boolean
      or not o.concealed and exists (select 1 from orders.lines l where l.supplier_company_id = ${actor.companyId}
        and l.order_id = o.id and l.company_id = o.company_id))
    for update of o
  `.execute(tx)
  const [row] = rows
  const reach = await reachOf(tx, actor, 'orders:write')
  return row && reaches(reach, toOrder(row)) ? withLines(tx, row) : undefined
}

/** Like `lockOrder`, for our own work on an order of a known company. */
export async function lockOwnOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<LockedOrder | undefined> {
  const row = await tables(tx)
    .selectFrom('orders.orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row && withLines(tx, row)
}

async function withLines(tx: Tx, row: OrderRow): Promise<LockedOrder> {
  const lines = await tables(tx)
    .selectFrom('orders.lines')
    .selectAll()
    .where('company_id', '=', row.company_id)
    .where('order_id', '=', row.id)
    .orderBy('line_number')
    .execute()
  return { order: toOrder(row), lines: lines.map((line) => progressOf(line, row.currency)) }
}

/** Writes the changed lines in one statement. The caller holds the order, so nobody else changed them. */
export async function saveLines(
  tx: Tx,
  { companyId, id }: Order,
  changed: readonly LineProgress[],
): Promise<void> {
  if (changed.length === 0) return
  const { numAffectedRows } = await sql`
    update orders.lines l
    set delivery = c.delivery, confirmed_at = c.confirmed_at, promised_date = c.promised_date, agreed_date = c.agreed_date,
        backordered_at = c.backordered_at, proposal_id = c.proposal_id, change_request_id = c.change_request_id,
        cancelled_quantity = c.cancelled, waiting_quantity = c.waiting,
        shipped_quantity = c.shipped, delivered_quantity = c.delivered, missing_quantity = c.missing, returned_quantity = c.returned,
        claimed_quantity = c.claimed, credited_quantity = c.credited_quantity, credited_minor = c.credited_minor,
        reduced_open_minor = c.reduced_open_minor, reduced_kept_minor = c.reduced_kept_minor,
        kept_tax_off_minor = c.kept_tax_off_minor, credited_tax_off_minor = c.credited_tax_off_minor
    from jsonb_to_recordset(${JSON.stringify(changed.map(lineRecord))}::jsonb) as c (
      line_number integer, delivery integer, confirmed_at timestamptz, promised_date date, agreed_date date, backordered_at timestamptz, proposal_id text,
      change_request_id text, cancelled bigint, waiting bigint, shipped bigint,
      delivered bigint, missing bigint, returned bigint, claimed bigint, credited_quantity bigint, credited_minor bigint,
      reduced_open_minor bigint, reduced_kept_minor bigint, kept_tax_off_minor bigint, credited_tax_off_minor bigint)
    where l.company_id = ${companyId} and l.order_id = ${id} and l.line_number = c.line_number
  `.execute(tx)
  assert.equal(numAffectedRows, BigInt(changed.length), `lines of order ${id} are gone`)
}

export type OrderStep = {
  readonly kind: string
  readonly actorId: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** What the step changed of the terms of lines. */
  readonly changes?: VersionChanges | undefined
}

/** Writes the order's new state and records it on the timeline. Check and change are one statement. */
export async function saveOrder(
  tx: Tx,
  order: Order,
  next: Pick<
    Order,
    'state' | 'deliveredAt' | 'shippingCostCredited' | 'reduced' | 'shippingCostReduced'
  >,
  step: OrderStep,
  now: Date,
): Promise<Order> {
  const version = order.version + 1
  const revisions = step.changes
    ? { ...order.revisions, ...step.changes.revisions }
    : order.revisions
  const { numAffectedRows } = await sql`
    with moved as (
      update orders.orders
      set state = ${next.state}, delivered_at = ${next.deliveredAt ?? null},
          shipping_credited_minor = ${next.shippingCostCredited.amountMinor.toString()},
          reduced_minor = ${next.reduced.amountMinor.toString()},
          shipping_reduced = ${storeShippingCostReduced(next.shippingCostReduced)}::jsonb,
          revisions = ${revisions ? JSON.stringify(revisions) : null}::jsonb, version = ${version}, updated_at = ${now}
      where company_id = ${order.companyId} and id = ${order.id} and version = ${order.version}
      returning company_id, id, version
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at, changes)
    select company_id, id, version, ${step.kind}, ${step.actorId ?? null}, ${JSON.stringify(step.details)}::jsonb,
           ${now}, ${step.changes ? JSON.stringify(storeChanges(step.changes)) : null}::jsonb
    from moved
  `.execute(tx)
  assert.equal(numAffectedRows, 1n, `order ${order.id} was changed without its lock`)
  return { ...order, ...next, revisions, version, updatedAt: now }
}

/** The caller holds the row of the order. */
export async function saveHold(
  tx: Tx,
  { companyId, id }: Order,
  locked: Order['held'],
): Promise<void> {
  await tables(tx)
    .updateTable('orders.orders')
    .set({ held_at: locked?.at ?? null, held_by: locked?.by ?? null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Where the goods of the order go, and what their parcels cost. The caller holds the order. */
export async function saveAddresses(tx: Tx, order: Order): Promise<void> {
  const { deliveries, shipping } = amountColumns(order)
  await tables(tx)
    .updateTable('orders.orders')
    .set({
      ship_to: JSON.stringify(order.shipTo),
      deliveries: deliveries ? JSON.stringify(deliveries) : null,
      shipping: shipping ? JSON.stringify(shipping) : null,
    })
    .where('company_id', '=', order.companyId)
    .where('id', '=', order.id)
    .execute()
}

/** Shows the order to its suppliers. The caller holds the order. */
export async function reveal(tx: Tx, { companyId, id }: Order): Promise<void> {
  await tables(tx)
    .updateTable('orders.orders')
    .set({ concealed: false })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

function lineRecord(line: LineProgress) {
  const { lineNumber, delivery, confirmedAt, promisedDate, agreedDate, backorderedAt } = line
  const { proposalId, changeRequestId, cancelled, waiting, shipped, delivered, missing } = line
  const { returned, claimed, creditedQuantity, credited, reducedOpen, reducedKept } = line
  return {
    line_number: lineNumber,
    delivery,
    confirmed_at: confirmedAt?.toISOString(),
    promised_date: promisedDate,
    agreed_date: agreedDate,
    backordered_at: backorderedAt?.toISOString(),
    proposal_id: proposalId,
    change_request_id: changeRequestId,
    cancelled: cancelled.toString(),
    waiting: waiting.toString(),
    shipped: shipped.toString(),
    delivered: delivered.toString(),
    missing: missing.toString(),
    returned: returned.toString(),
    claimed: claimed.toString(),
    credited_quantity: creditedQuantity.toString(),
    credited_minor: credited.amountMinor.toString(),
    reduced_open_minor: reducedOpen.amountMinor.toString(),
    reduced_kept_minor: reducedKept.amountMinor.toString(),
    kept_tax_off_minor: line.keptTaxOffMinor.toString(),
    credited_tax_off_minor: line.creditedTaxOffMinor.toString(),
  }
}
