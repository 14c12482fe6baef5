import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import {
  answers,
  type Http,
  list,
  MoneyView,
  ok,
  PageQuery,
  type Routes,
  viewMoney,
} from '#platform/http'
import { missingOf } from './invoice.ts'
import type { WaitingInvoice } from './issuing/waive-store.ts'
import type { FailingPdf } from './pdfs/pdf-store.ts'
import { InvoiceParams, InvoiceSummaryView, viewInvoiceSummary } from './schemas.ts'
import { invoiceSearchRoute } from './search-routes.ts'
import type { Invoices } from './service.ts'

const Party = Type.Object({ id: Type.String(), name: Type.String() })

const WaitingInvoiceView = record(
  'WaitingInvoice',
  'An invoice that waits because details of a company are missing.',
  {
    invoiceId: Type.String(),
    kind: Type.Enum(['INVOICE', 'CREDIT_NOTE']),
    orderId: Type.String(),
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
  supplier: { id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' },
  buyer: { id: 'co_01m7xb82dw3khw78phh28dvacd', name: 'Example GmbH' },
  total: { amount: '125.00', currency: 'EUR' },
  since: '2026-01-02T03:04:05.000Z',
  missing: ['supplier.vatId'],
  lacksInvoice: false,
}

const WaiveBody = record(
  'WaiveInvoice',
  'A note on why no document is issued.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason why no document is needed. The audit log keeps it.',
    }),
  },
  { examples: [{ note: 'Shipped before there were invoices; credited on paper, 2025-118.' }] },
)

const access = 'operator'
const tags = ['Operations']

export function invoiceOperatorRoutes(invoices: Invoices): Routes {
  return async (http) => {
    listing(http, invoices)
    waiving(http, invoices)
    failingPdfs(http, invoices)
    invoiceSearchRoute(http, invoices)
  }
}

function listing(http: Http, invoices: Invoices): void {
  http.route({
    method: 'GET',
    url: '/admin/invoices/waiting',
    config: { access },
    schema: {
      operationId: 'listWaitingInvoices',
      tags,
      summary: 'List waiting invoices',
      description: 'Lists invoices that cannot be issued yet, with the reason, oldest first.',
      querystring: PageQuery,
      response: list(WaitingInvoiceView, { examples: [example] }),
    },
    handler: async ({ page }) => {
      const cut = { after: page.after(Type.String()), limit: page.probe }
      return page.answer(await invoices.listWaiting(cut), viewWaiting, ({ id }) => id)
    },
  })
}

function waiving(http: Http, invoices: Invoices): void {
  http.route({
    method: 'POST',
    url: '/admin/invoices/waiting/:invoiceId/waive',
    config: { access, fails: ['invoices.invoice_not_waiting', 'invoices.can_still_be_issued'] },
    schema: {
      operationId: 'waiveCreditNote',
      tags,
      summary: 'Waive a credit note',
      description:
        'Use it for a credit note whose invoice never existed. The credit note becomes WAIVED: it gets no number and no longer waits. If its invoice is issued later, the credit note waits again automatically.',
      params: InvoiceParams,
      body: WaiveBody,
      response: answers(InvoiceSummaryView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewInvoiceSummary(await invoices.waive(actor, { ...params, ...body }))),
  })
}

const FailingPdfView = record(
  'FailingInvoicePdf',
  'An invoice with a PDF that could not be rendered yet.',
  {
    invoiceId: Type.String(),
    buyerId: Type.String(),
    number: Type.String(),
    translation: Type.Optional(
      Type.String({
        description: 'The language of the translation that failed. Absent: the original.',
      }),
    ),
    attempts: Type.Integer(),
    since: Type.String({ format: 'date-time' }),
    retryAt: Type.String({ format: 'date-time' }),
    error: Type.String({ description: 'The error of the last rendering.' }),
  },
)

const failingExample = {
  invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
  buyerId: 'co_01m7xb82dw3khw78phh28dvacd',
  number: 'INV-2026-000042',
  attempts: 2,
  since: '2026-01-02T03:04:05.000Z',
  retryAt: '2026-01-02T03:06:05.000Z',
  error: 'The rendering took more than 180000 ms.',
}

function failingPdfs(http: Http, invoices: Invoices): void {
  http.route({
    method: 'GET',
    url: '/admin/invoices/failing-pdfs',
    config: { access },
    schema: {
      operationId: 'listFailingPdfs',
      tags,
      summary: 'List failing invoice PDFs',
      querystring: PageQuery,
      response: list(FailingPdfView, { examples: [failingExample] }),
    },
    handler: async ({ page }) => {
      const place = page.after(Type.Tuple([Type.String(), Type.String()]))
      const found = await invoices.listFailingPdfs({ after: place, limit: page.probe })
      return page.answer(found, viewFailingPdf, ({ invoiceId, rendering }) => [
        invoiceId,
        rendering,
      ])
    },
  })
}

function viewFailingPdf(one: FailingPdf): Static<typeof FailingPdfView> {
  const { invoiceId, companyId: buyerId, number, rendering, attempts, error } = one
  return {
    invoiceId,
    buyerId,
    number,
    ...(rendering === 'original' ? {} : { translation: rendering }),
    attempts,
    since: one.failedAt.toISOString(),
    retryAt: one.retryAt.toISOString(),
    error,
  }
}

function viewWaiting(invoice: WaitingInvoice): Static<typeof WaitingInvoiceView> {
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
    lacksInvoice: invoice.lacksInvoice,
  }
}
