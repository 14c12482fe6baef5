import { parentPort, workerData } from 'node:worker_threads'
import { unitPrice } from '#kernel/money'
import { writePdf } from './pdf.ts'
import type { RenderAs, SentInvoice } from './render-pdf.ts'

/** Runs in the thread that `createPdfRenderer` starts. */
const { invoice, as } = workerData as { readonly invoice: SentInvoice; readonly as: RenderAs }
const { currency } = invoice.total
const lines = invoice.content.lines.map((line) => ({
  ...line,
  unitPrice: unitPrice(line.unitPrice.amount, currency, line.unitPrice.perQuantity),
}))
const pdf = await writePdf({ ...invoice, content: { ...invoice.content, lines } }, as)
parentPort?.postMessage(pdf)
