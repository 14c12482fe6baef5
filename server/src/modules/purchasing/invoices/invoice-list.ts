import { Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { withDescription } from '#kernel/record'
import { reachOf } from '#modules/orders'
import { isOfUnits, listUnitsBelow } from '#modules/structure'
import { type Database, sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import { InvoiceSummaryView, KindName, StateName, viewInvoiceSummary } from './schemas.ts'
import { hasNumber } from './search-store.ts'
import { toInvoice } from './store.ts'
import type { DocumentRow } from './tables.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })

const byNumber = filter(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'A part of the number of the document, of its purchase order, or of the PO number of the buyer.',
  }),
  hasNumber,
)

/** The lines of a reduction have numbers of their own and no SKU: their parts name the lines of the order. */
const isAboutProduct = (productId: string) => sql`exists (select from orders.lines l
  where l.company_id = t.company_id and l.order_id = t.order_id and l.product_id = ${productId} and (
    t.content -> 'lines' @> jsonb_build_array(jsonb_build_object('lineNumber', l.line_number, 'sku', l.sku))
    or t.content -> 'lines' @> jsonb_build_array(
      jsonb_build_object('parts', jsonb_build_array(jsonb_build_object('lineNumber', l.line_number))))))`

const filters = {
  q: byNumber,
  side: filter(
    Type.Enum(['received', 'issued'], {
      default: 'received',
      description: '`issued`: documents that your company issued as a supplier.',
    }),
  ),
  kind: filter(KindName, (kind) => sql`t.kind = ${kind}`),
  state: filter(StateName, (state) => sql`t.state = ${state}`),
  orderId: filter(Id, (orderId) => sql`t.order_id = ${orderId}`),
  issuedFrom: filter(
    Type.String({ format: 'date', description: 'Only documents of this day or later.' }),
    (day) => sql`t.issued_on >= ${day}`,
  ),
  issuedUntil: filter(
    Type.String({ format: 'date', description: 'Only documents of this day or earlier.' }),
    (day) => sql`t.issued_on <= ${day}`,
  ),
  supplierId: filter(Id, (supplierId) => sql`t.supplier_company_id = ${supplierId}`),
  costCenter: filter(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The cost centre of the document, or of one of its lines.',
    }),
    (costCenter) => sql`(t.content ->> 'costCenter' = ${costCenter}
    or t.content @> ${JSON.stringify({ lines: [{ costCenter }] })}::jsonb)`,
  ),
  placedBy: filter(
    withDescription(Id, 'The id of the person who placed the order.'),
    (userId) => sql`t.ordered_by = ${userId}`,
  ),
  requestedBy: filter(
    withDescription(Id, 'The id of the person whose requisition the order comes from.'),
    (userId) => sql`exists (select from orders.orders o
      where o.company_id = t.company_id and o.id = t.order_id and o.requested_by = ${userId})`,
  ),
  productId: filter(
    withDescription(
      Id,
      'The product of at least one line of the document, or of a line whose price it reduces.',
    ),
    isAboutProduct,
  ),
  unitId: filter(withDescription(Id, 'The unit of the order, or one above it.')),
}

export const invoiceList = (database: Database) =>
  defineList({
    operationId: 'listInvoices',
    url: '/api/v1/invoices',
    summary: 'List invoices',
    description:
      'Newest first. Each shipment creates an invoice of its supplier, and each accepted return creates a credit note. `side=issued` lists the documents that your company issued as a supplier.',
    config: { access: 'orders:read', operatorsToo: true, unitsToo: true },
    item: InvoiceSummaryView,
    columns: [
      'id',
      'number',
      'kind',
      'state',
      'orderNumber',
      'poNumber',
      'supplierId',
      'supplierName',
      'total',
      'createdAt',
    ],
    filters,
    from: sql`invoices.documents t`,
    scope: ({ actor, query }) => reachedBy(database, actor, query),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadInvoices', summary: 'Download invoices as CSV' },
    show: (rows: readonly DocumentRow[]) => rows.map((row) => viewInvoiceSummary(toInvoice(row))),
  })

type Asked = {
  readonly side?: 'received' | 'issued' | undefined
  readonly unitId?: string | undefined
}

/** Who has a role for a unit only reaches what is their own, and the orders of the unit. */
async function reachedBy({ pool }: Database, actor: Actor, { side, unitId }: Asked) {
  const { companyId } = actor
  const ofSide =
    side === 'issued' ? sql`t.supplier_company_id = ${companyId}` : sql`t.company_id = ${companyId}`
  const reach = await reachOf(pool, actor, 'orders:read')
  const reached = reach
    ? sql`${ofSide} and (t.ordered_by = ${reach.personId} or ${isOfUnits(reach.unitIds)})`
    : ofSide
  if (unitId === undefined) return reached
  return sql`${reached} and ${isOfUnits(await listUnitsBelow(pool, companyId, [unitId]))}`
}
