import { defaultLocale, type Locale } from '#kernel/locale'
import type { Database } from '#platform/db'
import type { Metrics } from '#platform/telemetry'
import { fail } from '../failures.ts'
import type { Invoice } from '../invoice.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { type KeptPdf, pdfQueue, type RenderingKey, renderingOf } from './pdf-store.ts'
import type { RenderOnce } from './render-once.ts'
import { createPdfRenderer, type RenderPdf } from './render-pdf.ts'

export type Pdfs = {
  /**
   * The PDF of an issued document: the stored bytes, or a new rendering. Simultaneous calls cause one rendering, in all
   * processes together. With a locale that is not the document's own: a translation. Throws `invoices.pdf_failed` and
   * `invoices.pdf_not_ready`.
   */
  get(invoice: Invoice, locale?: Locale): Promise<KeptPdf>
}

export type PdfDeps = {
  readonly database: Database
  readonly renderOnce: RenderOnce
  readonly metrics?: Metrics | undefined
  readonly render?: RenderPdf | undefined
}

export function createPdfs({
  database,
  renderOnce,
  metrics,
  render = createPdfRenderer(),
}: PdfDeps): Pdfs {
  const count = countRenderings(metrics)
  return {
    get: async (invoice, locale) => {
      const key = keyOf(invoice, locale)
      const { invoiceId, rendering } = key
      const rendered = await renderOnce({
        name: `${invoiceId}/${rendering}`,
        queue: pdfQueue,
        store: renderingOf(database.pool, key),
        render: () =>
          render(
            invoice,
            rendering === 'original' ? { ubl: writeUbl(invoice) } : { translation: rendering },
          ),
        failed: (retryAt) => fail('pdf_failed', { invoiceId, retryAt: retryAt.toISOString() }),
        notReady: () => fail('pdf_not_ready', { invoiceId }),
        count,
      })
      return { ...keptAs(invoice, key), ...rendered }
    },
  }
}

/** The language in which it was issued. */
function languageOf({ content: { language } }: Invoice): Locale {
  return language ?? defaultLocale
}

function keyOf(invoice: Invoice, locale: Locale | undefined): RenderingKey {
  const isOriginal = locale === undefined || locale === languageOf(invoice)
  return {
    companyId: invoice.companyId,
    invoiceId: invoice.id,
    rendering: isOriginal ? 'original' : locale,
  }
}

function keptAs(invoice: Invoice, { rendering }: RenderingKey) {
  const { number = '' } = invoice
  const isTranslation = rendering !== 'original'
  return { number, isTranslation, language: isTranslation ? rendering : languageOf(invoice) }
}

function countRenderings(metrics: Metrics | undefined) {
  const total = metrics?.counter(
    'invoice_pdf_renderings_total',
    'Renderings of invoices and credit notes as PDF.',
    ['outcome'],
  )
  return (outcome: 'rendered' | 'failed') => total?.add({ outcome })
}
