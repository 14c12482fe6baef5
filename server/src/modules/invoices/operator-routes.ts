import { type Static, Type } from 'typebox'
import { list, MoneyView, PageQuery, type Routes, viewMoney } from '#platform/http'
import { type Invoice, missingOf } from './invoice.ts'
import type { Invoices } from './service.ts'

const Party = Type.Object({ id: Type.String(), name: Type.String() })

const WaitingInvoiceView = Type.Object({
  invoiceId: Type.String(),
  kind: Type.Enum(['INVOICE', 'CREDIT_NOTE']),
  orderId: Type.String(),
  supplier: Party,
  buyer: Party,
  total: MoneyView,
  since: Type.String({ format: 'date-time' }),
  missing: Type.Array(Type.String(), { description: 'What the supplier has to say first.' }),
})

const example = {
  invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
  kind: 'INVOICE' as const,
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  supplier: { id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' },
  buyer: { id: 'co_01m7xb82dw3khw78phh28dvacd', name: 'Example GmbH' },
  total: { amount: '125.00', currency: 'EUR' },
  since: '2026-01-02T03:04:05.000Z',
  missing: ['supplier.vatId'],
}

export function invoiceOperatorRoutes(invoices: Invoices): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/invoices/waiting',
      config: { access: 'operator' },
      schema: {
        operationId: 'listWaitingInvoices',
        tags: ['operations'],
        summary: 'Documents that cannot be issued yet, and why, the oldest first',
        querystring: PageQuery,
        response: list(WaitingInvoiceView, { examples: [example] }),
      },
      handler: async ({ page }) => {
        const cut = { after: page.after(Type.String()), limit: page.probe }
        return page.answer(await invoices.listWaiting(cut), viewWaiting, ({ id }) => id)
      },
    })
  }
}

function viewWaiting(invoice: Invoice): Static<typeof WaitingInvoiceView> {
  const { seller, buyer } = invoice.content
  return {
    invoiceId: invoice.id,
    kind: invoice.kind,
    orderId: invoice.orderId,
    supplier: { id: invoice.supplierCompanyId, name: seller.name },
    buyer: { id: invoice.companyId, name: buyer.name },
    total: viewMoney(invoice.total),
    since: invoice.createdAt.toISOString(),
    missing: missingOf(invoice.content),
  }
}
