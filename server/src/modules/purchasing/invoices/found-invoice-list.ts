import { Type } from 'typebox'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { type Cut, defineList, type ListRequest, placed, requiredFilter } from '#platform/lists'
import type { Invoice } from './invoice.ts'
import type { Invoices } from './service.ts'

const Party = Type.Object({ id: Type.String(), name: Type.String() })

const FoundInvoiceView = record(
  'FoundInvoice',
  'An invoice of any company, as operators find it.',
  {
    invoiceId: Type.String(),
    number: Type.String(),
    kind: Type.Enum(['INVOICE', 'CREDIT_NOTE']),
    orderId: Type.String(),
    orderNumber: Type.Optional(Type.String()),
    supplier: Party,
    buyer: Party,
    total: MoneyView,
    issuedAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
)

const example = {
  invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
  number: 'INV-2026-000001',
  kind: 'INVOICE' as const,
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123-1',
  supplier: { id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' },
  buyer: { id: 'co_01m7xb82dw3khw78phh28dvacd', name: 'Example GmbH' },
  total: { amount: '125.00', currency: 'EUR' },
  issuedAt: '2026-01-02T03:04:05.000Z',
}

/** A customer on the phone reads the number of an invoice out. */
export const foundInvoiceList = (invoices: Invoices) =>
  defineList({
    operationId: 'searchInvoices',
    url: '/admin/invoices/search',
    summary: 'Search invoices of all companies',
    description:
      'Newest first. Each supplier numbers its own invoices, so several may have one number.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FoundInvoiceView,
    examples: [example],
    columns: [
      'invoiceId',
      'number',
      'kind',
      'orderNumber',
      'supplier.name',
      'buyer.name',
      'total',
      'issuedAt',
    ],
    csv: {
      operationId: 'downloadInvoicesOfAll',
      summary: 'Download invoices of all companies as CSV',
    },
    filters: {
      number: requiredFilter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'A part of the number of an invoice or a credit note, of its purchase order, or of the PO number of the buyer.',
        }),
      ),
    },
    sorts: { newest: { read: (request: Request, cut) => readNewest(invoices, request, cut) } },
    show: (found: readonly Invoice[]) => found.map(viewFound),
  })

type Request = ListRequest<{ readonly number: string }>

async function readNewest(invoices: Invoices, { query }: Request, { after, limit }: Cut) {
  const before = after && String(after[0])
  return placed(await invoices.search(query.number.trim(), { before, limit }), ({ id }) => [id])
}

function viewFound(invoice: Invoice): Type.Static<typeof FoundInvoiceView> {
  const { id, number = '', kind, orderId, supplierCompanyId, companyId, total, issuedAt } = invoice
  const { seller, buyer, orderNumber } = invoice.content
  return {
    invoiceId: id,
    number,
    kind,
    orderId,
    ...(orderNumber !== undefined && { orderNumber }),
    supplier: { id: supplierCompanyId, name: seller.name },
    buyer: { id: companyId, name: buyer.name },
    total: viewMoney(total),
    ...(issuedAt && { issuedAt: issuedAt.toISOString() }),
  }
}
