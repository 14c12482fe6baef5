import { parentPort, workerData } from 'node:worker_threads'
import { unitPrice } from '#kernel/money'
import { writePdf } from '../pdf.ts'
import type { SentInvoice } from './render-pdf.ts'

/** Runs in the thread that `createPdfRenderer` starts. */
const { invoice, ubl } = workerData as { readonly invoice: SentInvoice; readonly ubl: string }
const { currency } = invoice.total
const lines = invoice.content.lines.map((line) => ({
  ...line,
  unitPrice: unitPrice(line.unitPrice.amount, currency, line.unitPrice.perQuantity),
}))
const pdf = await writePdf({ ...invoice, content: { ...invoice.content, lines } }, ubl)
parentPort?.postMessage(pdf)
