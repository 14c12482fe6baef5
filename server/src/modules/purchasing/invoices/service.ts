import type { Actor, Principal } from '#kernel/actor'
import type { Locale } from '#kernel/locale'
import type { Clock } from '#kernel/time'
import { reaches, reachOf } from '#modules/orders'
import type { Database } from '#platform/db'
import type { Metrics } from '#platform/telemetry'
import { fail } from './failures.ts'
import { type Invoice, missingOf } from './invoice.ts'
import { waiveCreditNote } from './issuing/waive.ts'
import { listWaiting, type WaitingInvoice } from './issuing/waive-store.ts'
import { createPdfs } from './pdfs/create-pdfs.ts'
import {
  type FailingPdf,
  findPdf,
  type KeptPdf,
  listFailingPdfs,
  pdfQueue,
} from './pdfs/pdf-store.ts'
import { createRenderOnce, type RenderOnce } from './pdfs/render-once.ts'
import type { RenderPdf } from './pdfs/render-pdf.ts'
import { type FailingMetrics, measureRenderings } from './pdfs/rendering-store.ts'
import { retryPdfs } from './pdfs/retry-pdfs.ts'
import { searchInvoices } from './search-store.ts'
import { findInvoice, type InvoiceMetrics, measureInvoices } from './store.ts'

export type Invoices = {
  /** A document that the company received or issued. Throws `invoices.invoice_not_found` for any other. */
  get(actor: Actor, invoiceId: string): Promise<Invoice>
  /**
   * Like `get`, but throws `invoices.not_issued_yet` while it waits for its supplier, and `invoices.waived` if it will
   * never be issued.
   */
  getIssued(actor: Actor, invoiceId: string): Promise<Invoice>
  /**
   * The PDF of an issued document, without its content if the reader has it already. With the locale of another language: a
   * translation of the original. Throws as `getIssued` does, and `invoices.pdf_failed` or `invoices.pdf_not_ready`.
   */
  getPdf(
    actor: Actor,
    wanted: { readonly invoiceId: string; readonly locale?: Locale | undefined },
    isKnown: (sha256: string) => boolean,
  ): Promise<KeptPdf>
  /** For operators: of all companies. */
  listFailingPdfs(page: {
    readonly after?: readonly [invoiceId: string, rendering: string] | undefined
    readonly limit: number
  }): Promise<FailingPdf[]>
  /** Renders failed PDFs again when they are due. Returns how many were rendered. */
  retryPdfs(signal?: AbortSignal): Promise<number>
  /** For operators: of all companies, oldest first. */
  listWaiting(page: {
    readonly after?: string | undefined
    readonly limit: number
  }): Promise<WaitingInvoice[]>
  /** For operators: of all companies, by number. */
  search(
    number: string,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<Invoice[]>
  /** For operators: a credit note without an invoice needs no document. */
  waive(
    operator: Principal,
    input: { readonly invoiceId: string; readonly note: string },
  ): Promise<Invoice>
  metrics(): Promise<InvoiceMetrics & { readonly pdfs: FailingMetrics }>
}

export function createInvoices(deps: {
  readonly database: Database
  readonly now: Clock
  readonly metrics?: Metrics | undefined
  /** How a PDF is rendered. Default: in a thread. */
  readonly renderPdf?: RenderPdf | undefined
  /** Shared by everything in this process that renders. */
  readonly renderOnce?: RenderOnce | undefined
}): Invoices {
  const { pool } = deps.database
  const { renderOnce = createRenderOnce(deps.now) } = deps
  const pdfs = createPdfs({ ...deps, renderOnce, render: deps.renderPdf })
  const get = async (actor: Actor, invoiceId: string) => {
    const invoice = await findInvoice(pool, actor.companyId, invoiceId)
    const reach = await reachOf(pool, actor, 'orders:read')
    if (invoice && reaches(reach, { placedBy: invoice.orderedBy, unitId: invoice.unitId })) {
      return invoice
    }
    throw fail('invoice_not_found', { invoiceId })
  }
  const getIssued = async (actor: Actor, invoiceId: string) => {
    const invoice = await get(actor, invoiceId)
    if (invoice.state === 'ISSUED') return invoice
    if (invoice.state === 'WAIVED') throw fail('waived', { invoiceId })
    throw fail('not_issued_yet', { invoiceId, missing: missingOf(invoice.content) })
  }
  return {
    get,
    getIssued,
    getPdf: async (actor, wanted, isKnown) => {
      // Who does not read every invoice reads the document first.
      if (await reachOf(pool, actor, 'orders:read')) await get(actor, wanted.invoiceId)
      return (
        (await findPdf(pool, actor.companyId, wanted, isKnown)) ??
        pdfs.get(await getIssued(actor, wanted.invoiceId), wanted.locale)
      )
    },
    listFailingPdfs: (page) => listFailingPdfs(pool, page),
    retryPdfs: (signal) => retryPdfs({ ...deps, pdfs }, signal),
    listWaiting: (page) => listWaiting(pool, page),
    search: (number, page) => searchInvoices(pool, number, page),
    waive: (operator, input) => waiveCreditNote(deps, operator, input),
    metrics: async () => {
      const [documents, failing] = await Promise.all([
        measureInvoices(pool),
        measureRenderings(pool, pdfQueue.table),
      ])
      return { ...documents, pdfs: failing }
    },
  }
}
