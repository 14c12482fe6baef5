import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { InvoiceParams, InvoiceSummaryView, viewInvoiceSummary } from './schemas.ts'
import type { Invoices } from './service.ts'

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
    addWaiveCreditNote(http, invoices)
  }
}

function addWaiveCreditNote(http: Http, invoices: Invoices): void {
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
