import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLocale } from '#kernel/locale'
import { after, type Clock, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { leaseFor } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import { fail } from '../failures.ts'
import type { Invoice } from '../invoice.ts'
import { writeUbl } from '../ubl.ts'
import {
  claimRendering,
  type DocumentKey,
  type KeptPdf,
  pdfQueue,
  readRendering,
  saveFailure,
  saveRendered,
} from './pdf-store.ts'
import { createPdfRenderer, type RenderPdf } from './render-pdf.ts'

export type Pdfs = {
  /**
   * The PDF of an issued document: the stored bytes, or a new rendering. Simultaneous calls cause one rendering, in all
   * processes together. Throws `invoices.pdf_failed` and `invoices.pdf_not_ready`.
   */
  get(invoice: Invoice): Promise<KeptPdf>
}

export type PdfDeps = {
  readonly database: Database
  readonly now: Clock
  readonly metrics?: Metrics | undefined
  readonly render?: RenderPdf | undefined
  /** How long a request waits for a rendering. The rendering continues after that. */
  readonly waitMs?: number | undefined
}

const bytesMax = 10 * 1_024 * 1_024
/** One at a time in a process: a rendering uses a whole processor, which other requests need too. */
const renderingsMax = 1
const waitingMax = 20
const pollMs = 100

export function createPdfs({
  database,
  now,
  metrics,
  render = createPdfRenderer(),
  waitMs = 20_000,
}: PdfDeps): Pdfs {
  const { pool } = database
  const count = countRenderings(metrics)
  const slots = createSlots(renderingsMax, waitingMax)
  const underWay = new Map<string, Promise<KeptPdf>>()

  const attempt = async (invoice: Invoice, key: DocumentKey, token: string, attempts: number) => {
    try {
      const content = await render(invoice, writeUbl(invoice))
      if (content.length > bytesMax) throw new Error(`The PDF has ${content.length} bytes.`)
      const sha256 = createHash('sha256').update(content).digest('hex')
      await saveRendered(pool, key, token, { content, sha256, now: now() })
      count('rendered')
    } catch (error) {
      const at = now()
      const { message } = error as Error
      await saveFailure(pool, key, token, {
        error: message,
        retryAt: retryAt(attempts, at),
        now: at,
      })
      count('failed')
    }
  }

  const renderOnce = async (invoice: Invoice, key: DocumentKey): Promise<void> => {
    const at = now()
    const lease = leaseFor(pdfQueue, at)
    const attempts = await claimRendering(pool, key, lease, at)
    if (attempts !== undefined) await attempt(invoice, key, lease.token, attempts)
  }

  /** Renders, or waits for the process that does. */
  const renderOrWait = async (invoice: Invoice): Promise<KeptPdf> => {
    const { companyId, id: invoiceId, number = '' } = invoice
    const { language = defaultLocale } = invoice.content
    for (;;) {
      await slots.run(() => renderOnce(invoice, { companyId, invoiceId }))
      const found = await readRendering(pool, companyId, invoiceId)
      const { content, sha256, isLeased, retryAt: due } = found
      if (content && sha256 !== undefined) return { number, sha256, language, content }
      if (due && !isLeased && due > now())
        throw fail('pdf_failed', { invoiceId, retryAt: due.toISOString() })
      await sleep(pollMs, undefined, { ref: false })
    }
  }

  return {
    get: async (invoice) => {
      const { id } = invoice
      let rendering = underWay.get(id)
      if (!rendering) {
        if (slots.areFull()) throw fail('pdf_not_ready', { invoiceId: id })
        rendering = renderOrWait(invoice).finally(() => underWay.delete(id))
        underWay.set(id, rendering)
        // Each caller gets the failure. If all of them have left, this handler takes it.
        rendering.catch(() => undefined)
      }
      return withinTime(rendering, waitMs, id)
    },
  }
}

/** A minute after the first failure, doubled each time, at most a day. */
function retryAt(attempts: number, at: Date): Date {
  return after(at, Math.min(minutesMs(2 ** (attempts - 1)), minutesMs(1_440)))
}

async function withinTime<Result>(
  result: Promise<Result>,
  waitMs: number,
  invoiceId: string,
): Promise<Result> {
  const stop = new AbortController()
  const late = sleep(waitMs, undefined, { signal: stop.signal }).then(() => {
    throw fail('pdf_not_ready', { invoiceId })
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([result, late])
  } finally {
    stop.abort()
  }
}

function createSlots(slotsMax: number, queueMax: number) {
  let running = 0
  const queue: (() => void)[] = []
  return {
    areFull: () => queue.length >= queueMax,
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (running < slotsMax) running += 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

function countRenderings(metrics: Metrics | undefined) {
  const total = metrics?.counter(
    'invoice_pdf_renderings_total',
    'Renderings of invoices and credit notes as PDF.',
    ['outcome'],
  )
  return (outcome: 'rendered' | 'failed') => total?.add({ outcome })
}
