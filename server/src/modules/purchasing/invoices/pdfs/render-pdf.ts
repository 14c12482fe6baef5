import { Worker } from 'node:worker_threads'
import type { Locale } from '#kernel/locale'
import { decimalOf } from '#kernel/money'
import type { Invoice, InvoiceLine } from '../invoice.ts'

/** An invoice that can be sent to a thread: a decimal object cannot be cloned. */
export type SentInvoice = Omit<Invoice, 'content'> & {
  readonly content: Omit<Invoice['content'], 'lines'> & {
    readonly lines: readonly SentLine[]
  }
}

type SentLine = Omit<InvoiceLine, 'unitPrice'> & {
  readonly unitPrice: { readonly amount: string; readonly perQuantity: number }
}

/** The original has its UBL attached. A translation is for reading only: a program that took its UBL would book it twice. */
export type RenderAs = { readonly ubl: string } | { readonly translation: Locale }

export type RenderPdf = (invoice: Invoice, as: RenderAs) => Promise<Buffer>

export type RenderLimits = { readonly timeoutMs: number; readonly memoryMb: number }

/** 300 lines take about a second of processor time, and on a busy machine about 15 seconds. */
const defaultLimits: RenderLimits = { timeoutMs: 180_000, memoryMb: 256 }

export function createPdfRenderer(limits = defaultLimits): RenderPdf {
  const program = new URL('./pdf-thread.ts', import.meta.url)
  return (invoice, as) => renderInThread(program, { invoice: sentInvoiceOf(invoice), as }, limits)
}

/**
 * Renders in a thread of its own, which ends with the rendering. Throws an error with a short sentence if the thread
 * needs too much time or memory, or fails.
 */
export async function renderInThread(
  program: URL,
  workerData: object,
  { timeoutMs, memoryMb } = defaultLimits,
): Promise<Buffer> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
      worker.once('error', (error: NodeJS.ErrnoException) => reject(explainError(error, memoryMb)))
      worker.once('exit', () => reject(new Error('The rendering thread ended without a result.')))
      timer = setTimeout(
        () => reject(new Error(`The rendering took more than ${timeoutMs} ms.`)),
        timeoutMs,
      )
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function explainError(error: NodeJS.ErrnoException, memoryMb: number): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Error(`The rendering needed more than ${memoryMb} MB of memory.`)
    : error
}

function sentInvoiceOf(invoice: Invoice): SentInvoice {
  const lines = invoice.content.lines.map((line) => ({
    ...line,
    unitPrice: {
      amount: decimalOf(line.unitPrice),
      perQuantity: line.unitPrice.perQuantity,
    },
  }))
  return { ...invoice, content: { ...invoice.content, lines } }
}
