import type { Id } from '#kernel/id'
import { decimalOf, money, unitPrice } from '#kernel/money'
import { readRequestedReferences } from '#modules/orders/line-references'
import { bigintOf, type Conn, type Tx } from '#platform/db'
import type { LineOrder, LineState, Requisition, RequisitionLine, Sourcing } from './requisition.ts'
import { type LineRow, tables } from './tables.ts'

type OfRequisition = Pick<Requisition, 'companyId' | 'id'>

/** In the order of their positions. */
export async function listLines(
  conn: Conn,
  { companyId, id }: OfRequisition,
): Promise<RequisitionLine[]> {
  const rows = await tables(conn)
    .selectFrom('requisitions.lines')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(toLine)
}

/** The lines of each requisition, counted. One without lines is missing. Name at least one requisition. */
export async function countLines(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tables(conn)
    .selectFrom('requisitions.lines')
    .select(['requisition_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('company_id', '=', companyId)
    .where('requisition_id', 'in', ids)
    .groupBy('requisition_id')
    .execute()
  return new Map(rows.map(({ requisition_id, count }) => [requisition_id, Number(count)]))
}

/** Replaces all open lines. */
export async function replaceOpenLines(
  tx: Tx,
  { companyId, id }: OfRequisition,
  lines: readonly RequisitionLine[],
): Promise<void> {
  await tables(tx)
    .deleteFrom('requisitions.lines')
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
  if (lines.length === 0) return
  await tables(tx)
    .insertInto('requisitions.lines')
    .values(
      lines.map((line) => ({
        company_id: companyId,
        requisition_id: id,
        id: line.id,
        position: line.position,
        ...orderColumns(line),
        quantity: bigintOf(line.quantity),
        product_id: line.productId ?? null,
        what: line.what ?? null,
        unit: line.unit ?? null,
        estimate_minor: line.estimate ? Number(line.estimate.amountMinor) : null,
        estimate_currency: line.estimate?.currency ?? null,
        unspsc: line.unspsc ?? null,
        category: line.category ?? null,
        suggested_supplier: line.suggestedSupplier ?? null,
        links: [...line.links],
        note: line.note ?? null,
        cost_center: line.costCenter ?? null,
        po_number: line.poNumber ?? null,
        gl_account: line.glAccount ?? null,
        project: line.project ?? null,
        allocations: line.allocations ? JSON.stringify(line.allocations) : null,
        requested_date: line.requestedDate ?? null,
        ...sourcingColumns(line.sourcing),
      })),
    )
    .execute()
}

export async function updateSourcing(
  tx: Tx,
  { companyId, id }: OfRequisition,
  lineId: string,
  sourcing: Sourcing,
): Promise<void> {
  await tables(tx)
    .updateTable('requisitions.lines')
    .set(sourcingColumns(sourcing))
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .where('id', '=', lineId)
    .execute()
}

/** The open lines have no sourcing any more. */
export async function clearSourcing(tx: Tx, { companyId, id }: OfRequisition): Promise<void> {
  await tables(tx)
    .updateTable('requisitions.lines')
    .set(sourcingColumns(undefined))
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .where('state', '=', 'OPEN')
    .where('sourced_at', 'is not', null)
    .execute()
}

export async function updateLineOrders(
  tx: Tx,
  { companyId, id }: OfRequisition,
  lineIds: readonly string[],
  ordered: { readonly state: LineState; readonly order: LineOrder | undefined },
): Promise<void> {
  await tables(tx)
    .updateTable('requisitions.lines')
    .set(orderColumns(ordered))
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .where('id', 'in', lineIds)
    .execute()
}

function orderColumns({ state, order }: Pick<RequisitionLine, 'state' | 'order'>) {
  return { state, order_id: order?.id ?? null, order_number: order?.number ?? null }
}

function sourcingColumns(sourcing: Sourcing | undefined) {
  return {
    sourced_product_id: sourcing?.productId ?? null,
    sourced_offer_request_id: sourcing?.offerRequestId ?? null,
    sourced_supplier_id: sourcing?.supplierId ?? null,
    sourced_price: sourcing?.price ? decimalOf(sourcing.price) : null,
    sourced_currency: sourcing?.price?.currency ?? null,
    sourcing_note: sourcing?.note ?? null,
    sourced_by: sourcing?.by ?? null,
    sourced_at: sourcing?.at ?? null,
  }
}

function toLine(row: LineRow): RequisitionLine {
  const { estimate_minor: estimate, estimate_currency: currency } = row
  const { order_id: orderId, order_number: orderNumber } = row
  return {
    id: row.id as Id<'rql'>,
    position: row.position,
    state: row.state as LineState,
    order: orderId === null ? undefined : { id: orderId, number: orderNumber ?? orderId },
    quantity: BigInt(row.quantity),
    productId: row.product_id ?? undefined,
    what: row.what ?? undefined,
    unit: row.unit ?? undefined,
    estimate:
      estimate === null || currency === null ? undefined : money(BigInt(estimate), currency),
    unspsc: row.unspsc ?? undefined,
    category: row.category ?? undefined,
    suggestedSupplier: row.suggested_supplier ?? undefined,
    links: row.links,
    note: row.note ?? undefined,
    ...readRequestedReferences(row),
    sourcing: toSourcing(row),
  }
}

function toSourcing(row: LineRow): Sourcing | undefined {
  const { sourced_by: by, sourced_at: at, sourced_price: price, sourced_currency: currency } = row
  if (by === null || at === null) return undefined
  return {
    productId: row.sourced_product_id ?? undefined,
    offerRequestId: row.sourced_offer_request_id ?? undefined,
    supplierId: row.sourced_supplier_id ?? undefined,
    price: price === null || currency === null ? undefined : unitPrice(price, currency),
    note: row.sourcing_note ?? undefined,
    by,
    at,
  }
}
