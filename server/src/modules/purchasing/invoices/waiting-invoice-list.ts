import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { type Cut, defineList, placed } from '#platform/lists'
import { missingOf } from './invoice.ts'
import type { WaitingInvoice } from './issuing/waive-store.ts'
import type { Invoices } from './service.ts'

const Party = Type.Object({ id: Type.String(), name: Type.String() })

const WaitingInvoiceView = record(
  'WaitingInvoice',
  'An invoice that waits because details of a company are missing.',
  {
    invoiceId: Type.String(),
    kind: Type.Enum(['INVOICE', 'CREDIT_NOTE']),
    orderId: Type.String(),
    orderNumber: Type.Optional(Type.String()),
    supplier: Party,
    buyer: Party,
    total: MoneyView,
    since: Type.String({ format: 'date-time' }),
    missing: Type.Array(Type.String(), {
      description: 'The details that the supplier must enter first.',
    }),
    lacksInvoice: Type.Boolean({
      description:
        'True for a credit note without an invoice to credit. If that invoice will never come, the credit note is never issued, and you can waive it.',
    }),
  },
)

const example = {
  invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
  kind: 'INVOICE' as const,
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123-1',
  supplier: { id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' },
  buyer: { id: 'co_01m7xb82dw3khw78phh28dvacd', name: 'Example GmbH' },
  total: { amount: '125.00', currency: 'EUR' },
  since: '2026-01-02T03:04:05.000Z',
  missing: ['supplier.vatId'],
  lacksInvoice: false,
}

export const waitingInvoiceList = (invoices: Invoices) =>
  defineList({
    operationId: 'listWaitingInvoices',
    url: '/admin/invoices/waiting',
    summary: 'List waiting invoices',
    description: 'Lists invoices that cannot be issued yet, with the reason, oldest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: WaitingInvoiceView,
    examples: [example],
    columns: [
      'invoiceId',
      'kind',
      'orderNumber',
      'supplier.name',
      'buyer.name',
      'total',
      'missing',
      'since',
    ],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(invoices, cut) } },
    show: (found: readonly WaitingInvoice[]) => found.map(viewWaiting),
  })

async function readOldest(invoices: Invoices, { after, limit }: Cut) {
  const place = after && String(after[0])
  return placed(await invoices.listWaiting({ after: place, limit }), ({ id }) => [id])
}

function viewWaiting(invoice: WaitingInvoice): Static<typeof WaitingInvoiceView> {
  const { seller, buyer, orderNumber } = invoice.content
  return {
    invoiceId: invoice.id,
    kind: invoice.kind,
    orderId: invoice.orderId,
    ...(orderNumber !== undefined && { orderNumber }),
    supplier: { id: invoice.supplierCompanyId, name: seller.name },
    buyer: { id: invoice.companyId, name: buyer.name },
    total: viewMoney(invoice.total),
    since: invoice.createdAt.toISOString(),
    missing: missingOf(invoice.content),
    lacksInvoice: invoice.lacksInvoice,
  }
}
