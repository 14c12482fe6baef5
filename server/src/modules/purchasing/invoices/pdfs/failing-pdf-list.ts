import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, placed } from '#platform/lists'
import type { Invoices } from '../service.ts'
import type { FailingPdf } from './pdf-store.ts'

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

export const failingPdfList = (invoices: Invoices) =>
  defineList({
    operationId: 'listFailingPdfs',
    url: '/admin/invoices/failing-pdfs',
    summary: 'List failing invoice PDFs',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FailingPdfView,
    examples: [failingExample],
    columns: [
      'invoiceId',
      'number',
      'buyerId',
      'translation',
      'since',
      'attempts',
      'error',
      'retryAt',
    ],
    filters: {},
    sorts: { invoice: { read: (_request, cut) => readByInvoice(invoices, cut) } },
    show: (pdfs: readonly FailingPdf[]) => pdfs.map(viewFailingPdf),
  })

async function readByInvoice(invoices: Invoices, { after, limit }: Cut) {
  const place = after && ([String(after[0]), String(after[1])] as [string, string])
  const found = await invoices.listFailingPdfs({ after: place, limit })
  return placed(found, ({ invoiceId, rendering }) => [invoiceId, rendering])
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
