import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import { InvoiceSummaryView, KindName, StateName, viewInvoiceSummary } from './schemas.ts'
import { toInvoice } from './store.ts'
import type { DocumentRow } from './tables.ts'

export const invoiceList = defineList({
  operationId: 'listInvoices',
  url: '/api/v1/invoices',
  summary: 'List invoices',
  description:
    'Newest first. Each shipment creates an invoice of its supplier, and each accepted return creates a credit note. `side=issued` lists the documents that your company issued as a supplier.',
  config: { access: 'orders:read', operatorsToo: true },
  item: InvoiceSummaryView,
  columns: ['id', 'number', 'kind', 'state', 'orderId', 'supplierId', 'total', 'createdAt'],
  filters: {
    side: filter(
      Type.Enum(['received', 'issued'], {
        default: 'received',
        description: '`issued`: documents that your company issued as a supplier.',
      }),
    ),
    kind: filter(KindName, (kind) => sql`t.kind = ${kind}`),
    state: filter(StateName, (state) => sql`t.state = ${state}`),
    orderId: filter(Type.String({ maxLength: 64 }), (orderId) => sql`t.order_id = ${orderId}`),
  },
  from: sql`invoices.documents t`,
  scope: ({ actor: { companyId }, query }) =>
    query.side === 'issued'
      ? sql`t.supplier_company_id = ${companyId}`
      : sql`t.company_id = ${companyId}`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
  csv: { operationId: 'downloadInvoices', summary: 'Download invoices as CSV' },
  show: (rows: readonly DocumentRow[]) => rows.map((row) => viewInvoiceSummary(toInvoice(row))),
})
