import { answers, etagOf, type Http, knowsEtag, ok, type Routes } from '#platform/http'
import { attachment, pdfAnswers, pdfHeaders, ublAnswers } from './downloads.ts'
import type { KeptPdf } from './pdfs/pdf-store.ts'
import { InvoiceParams, InvoiceView, viewInvoice } from './schemas.ts'
import type { Invoices } from './service.ts'
import { writeUbl } from './ubl/ubl.ts'

export function invoicesRoutes(invoices: Invoices): Routes {
  return async (http) => {
    readingRoutes(http, invoices)
    documentRoutes(http, invoices)
  }
}

function readingRoutes(http: Http, invoices: Invoices): void {
  http.route({
    method: 'GET',
    url: '/api/v1/invoices/:invoiceId',
    config: {
      access: 'orders:read',
      operatorsToo: true,
      unitsToo: true,
      fails: ['invoices.invoice_not_found'],
    },
    schema: {
      operationId: 'getInvoice',
      summary: 'Get an invoice',
      params: InvoiceParams,
      response: answers(InvoiceView),
    },
    handler: async ({ actor, params }) =>
      ok(viewInvoice(await invoices.get(actor, params.invoiceId))),
  })
}

const fails = ['invoices.invoice_not_found', 'invoices.not_issued_yet', 'invoices.waived']

function documentRoutes(http: Http, invoices: Invoices): void {
  addGetInvoiceUbl(http, invoices)
  addGetInvoicePdf(http, invoices)
}

function addGetInvoiceUbl(http: Http, invoices: Invoices): void {
  http.route({
    method: 'GET',
    url: '/api/v1/invoices/:invoiceId/ubl',
    config: { access: 'orders:read', operatorsToo: true, unitsToo: true, fails },
    schema: {
      operationId: 'getInvoiceUbl',
      summary: 'Download an invoice as UBL',
      description: 'The document is UBL 2.1, in the core of EN 16931.',
      params: InvoiceParams,
      response: ublAnswers,
    },
    handler: async ({ actor, params }, reply) => {
      const invoice = await invoices.getIssued(actor, params.invoiceId)
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', attachment(invoice.number, 'xml'))
        .send(writeUbl(invoice))
    },
  })
}

function addGetInvoicePdf(http: Http, invoices: Invoices): void {
  http.route({
    method: 'GET',
    url: '/api/v1/invoices/:invoiceId/pdf',
    config: {
      access: 'orders:read',
      operatorsToo: true,
      unitsToo: true,
      fails: [...fails, 'invoices.pdf_failed', 'invoices.pdf_not_ready'],
    },
    schema: {
      operationId: 'getInvoicePdf',
      summary: 'Download an invoice as PDF',
      description:
        'The PDF has the UBL document attached. The service renders it at the first request, and always serves the same bytes from then on. If `If-None-Match` has its ETag, the answer is 304. `?locale=` of another language answers a translation, which says that it is one and names the original: only the original is the legal document. A translation has no UBL attached. `content-language` says the language of the answer.',
      params: InvoiceParams,
      response: pdfAnswers,
    },
    handler: async ({ actor, params, headers, namedLocale: locale }, reply) => {
      const isKnown = (sha256: string) => knowsEtag(headers['if-none-match'], etagOf(sha256))
      const { invoiceId } = params
      const pdf = await invoices.getPdf(actor, { invoiceId, locale }, isKnown)
      reply.headers(pdfHeaders(pdf))
      if (!pdf.content) return reply.code(304).send()
      return reply
        .type('application/pdf')
        .header('content-disposition', attachment(fileName(pdf), 'pdf'))
        .send(pdf.content)
    },
  })
}

function fileName({ number, language, isTranslation }: KeptPdf): string {
  return isTranslation ? `${number}-${language}` : number
}
