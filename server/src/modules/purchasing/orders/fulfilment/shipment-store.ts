import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { bigintOf, type Conn, type Tx } from '#platform/db'
import type { Order, Shipment, ShipmentLine } from '../order.ts'
import { type ShipmentLineRow, type ShipmentRow, tables } from '../tables.ts'

export async function insertShipment(tx: Tx, order: Order, shipment: Shipment): Promise<void> {
  const key = { company_id: order.companyId, order_id: order.id }
  await tables(tx)
    .insertInto('orders.shipments')
    .values({
      ...key,
      id: shipment.id,
      supplier_company_id: shipment.supplierCompanyId,
      carrier: shipment.carrier ?? null,
      tracking_number: shipment.trackingNumber ?? null,
      tracking_url: shipment.trackingUrl ?? null,
      note: shipment.note ?? null,
      shipped_by: shipment.shippedBy,
      shipped_at: shipment.shippedAt,
      delivered_at: null,
      delivery_note: null,
    })
    .execute()
  await tables(tx)
    .insertInto('orders.shipment_lines')
    .values(
      shipment.lines.map(({ lineNumber, quantity }) => ({
        ...key,
        shipment_id: shipment.id,
        line_number: lineNumber,
        quantity: bigintOf(quantity),
        damaged_quantity: 0,
        missing_quantity: 0,
      })),
    )
    .execute()
}

/** Oldest first. An order has few, because the number of its steps is limited. */
export async function listShipments(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Shipment[]> {
  const shipments = await tables(conn)
    .selectFrom('orders.shipments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  if (shipments.length === 0) return []
  const lines = await tables(conn)
    .selectFrom('orders.shipment_lines')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('shipment_id')
    .orderBy('line_number')
    .execute()
  const linesOf = Map.groupBy(lines, (line) => line.shipment_id)
  return shipments.map((row) => toShipment(row, linesOf.get(row.id) ?? []))
}

/** Records once what has arrived. Returns false if that was recorded before. */
export async function markDelivered(
  tx: Tx,
  { companyId, id: orderId }: Order,
  shipment: Shipment,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.shipments')
    .set({
      delivered_at: shipment.deliveredAt ?? null,
      delivery_note: shipment.deliveryNote ?? null,
    })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', shipment.id)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const noted = shipment.lines.filter(({ damaged, missing }) => damaged + missing > 0n)
  if (noted.length === 0) return true
  const { numAffectedRows } = await sql`
    update orders.shipment_lines l
    set damaged_quantity = n.damaged, missing_quantity = n.missing
    from jsonb_to_recordset(${JSON.stringify(noted.map(notedRecord))}::jsonb) as n (
      line_number integer, damaged bigint, missing bigint)
    where l.company_id = ${companyId} and l.order_id = ${orderId} and l.shipment_id = ${shipment.id}
      and l.line_number = n.line_number
  `.execute(tx)
  assert.equal(numAffectedRows, BigInt(noted.length), `lines of shipment ${shipment.id} are gone`)
  return true
}

function notedRecord({ lineNumber, damaged, missing }: ShipmentLine) {
  return { line_number: lineNumber, damaged: damaged.toString(), missing: missing.toString() }
}

function toShipment(row: ShipmentRow, lines: readonly ShipmentLineRow[]): Shipment {
  return {
    id: row.id as Id<'shp'>,
    supplierCompanyId: row.supplier_company_id,
    carrier: row.carrier ?? undefined,
    trackingNumber: row.tracking_number ?? undefined,
    trackingUrl: row.tracking_url ?? undefined,
    note: row.note ?? undefined,
    shippedBy: row.shipped_by,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at ?? undefined,
    deliveryNote: row.delivery_note ?? undefined,
    lines: lines.map(toShipmentLine),
  }
}

function toShipmentLine(row: ShipmentLineRow): ShipmentLine {
  return {
    lineNumber: row.line_number,
    quantity: BigInt(row.quantity),
    damaged: BigInt(row.damaged_quantity),
    missing: BigInt(row.missing_quantity),
  }
}
