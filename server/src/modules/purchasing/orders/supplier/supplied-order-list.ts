import { Type } from 'typebox'
import { sql } from '#platform/db'
import { type Cut, defineList, filter, type ListRequest, type QueryOf } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { OrderStateName } from '../schemas.ts'
import { SuppliedSummaryView, viewSuppliedSummary } from './supplier-schemas.ts'
import {
  hasOwnLine,
  isUnanswered,
  matchesText,
  type SuppliedOrderRow,
  type SuppliedSummary,
  suppliedColumns,
  toSuppliedSummary,
} from './supplier-store.ts'

const filters = {
  state: filter(OrderStateName, (state) => sql`o.state = ${state}`),
  q: filter(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Part of the name or a number of one of your lines, of the name of the buyer, or of the number or PO number of the order.',
    }),
    (q, { actor: { companyId } }) => hasOwnLine(companyId, matchesText(companyId, q)),
  ),
  unanswered: filter(
    Type.Boolean({
      description:
        'With `true`, only orders in which something waits for you: lines that are neither confirmed nor answered, a requested change, or a return. Orders that their buyer holds wait for the buyer.',
    }),
    (unanswered, { actor: { companyId } }) =>
      unanswered ? hasOwnLine(companyId, isUnanswered(companyId)) : sql`true`,
  ),
}

export const suppliedOrderList = (fulfilment: Fulfilment) =>
  defineList({
    operationId: 'listSuppliedOrders',
    url: '/api/v1/supplier/orders',
    summary: 'List orders that your company supplies',
    description:
      'Newest first. Each order contains only your lines. A company that supplies nothing gets an empty list. With a filter, one request looks through at most 20,000 of your lines. A page can therefore have fewer orders than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
    tags: ['Orders'],
    config: { access: 'orders:read' },
    item: SuppliedSummaryView,
    columns: ['number', 'state', 'poNumber', 'subtotal', 'lineCount', 'placedAt'],
    filters,
    from: sql`orders.supplied t
      join orders.orders o on o.company_id = t.company_id and o.id = t.order_id and not o.concealed`,
    select: suppliedColumns,
    scope: ({ actor }) => sql`t.supplier_company_id = ${actor.companyId}`,
    identity: { 't.order_id': 'text' },
    sorts: { newest: { read: (request: Request, cut) => readNewest(fulfilment, request, cut) } },
    writtenAt: 't.written_at',
    csv: {
      operationId: 'downloadSuppliedOrders',
      summary: 'Download orders that your company supplies as CSV',
    },
    show: (rows: readonly (SuppliedSummary | SuppliedOrderRow)[], { actor }) =>
      rows.map((row) =>
        viewSuppliedSummary('order' in row ? row : toSuppliedSummary(row, actor.companyId)),
      ),
  })

type Request = ListRequest<QueryOf<typeof filters>>

async function readNewest(fulfilment: Fulfilment, request: Request, { after, limit }: Cut) {
  const { actor, query } = request
  const before = after && String(after[0])
  const { found, scannedUntil } = await fulfilment.listSupplied(actor, query, { before, limit })
  return {
    found: found.map((row) => ({ row, position: [row.order.id] })),
    continuesAfter: scannedUntil === undefined ? undefined : [scannedUntil],
  }
}
