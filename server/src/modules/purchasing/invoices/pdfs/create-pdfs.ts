import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLocale, type Locale } from '#kernel/locale'
import { after, type Clock, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { leaseFor } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import { fail } from '../failures.ts'
import type { Invoice } from '../invoice.ts'
import { writeUbl } from '../ubl/ubl.ts'
import {
  claimRendering,
  type KeptPdf,
  pdfQueue,
  type RenderingKey,
  readRendering,
  saveFailure,
  saveRendered,
} from './pdf-store.ts'
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

  const attempt = async (invoice: Invoice, key: RenderingKey, token: string, attempts: number) => {
    const { rendering } = key
    try {
      const isOriginal = rendering === 'original'
      const as = isOriginal ? { ubl: writeUbl(invoice) } : { translation: rendering }
      const content = await render(invoice, as)
      if (content.length > bytesMax) throw new Error(`The PDF has ${content.length} bytes.`)
      const sha256 = createHash('sha256').update(content).digest('hex')
      await saveRendered(pool, key, token, { content, sha256, now: now() })
      count('rendered')
    } catch (error) {
      const at = now()
      const failure = { error: (error as Error).message, retryAt: retryAt(attempts, at), now: at }
      await saveFailure(pool, key, token, failure)
      count('failed')
    }
  }

  const renderOnce = async (invoice: Invoice, key: RenderingKey): Promise<void> => {
    const at = now()
    const lease = leaseFor(pdfQueue, at)
    const attempts = await claimRendering(pool, key, lease, at)
    if (attempts !== undefined) await attempt(invoice, key, lease.token, attempts)
  }

  /** Renders, or waits for the process that does. */
  const renderOrWait = async (invoice: Invoice, key: RenderingKey): Promise<KeptPdf> => {
    const { invoiceId } = key
    const kept = keptAs(invoice, key)
    for (;;) {
      await slots.run(() => renderOnce(invoice, key))
      const found = await readRendering(pool, key)
      const { content, sha256, isLeased, retryAt: due } = found
      if (content && sha256 !== undefined) return { ...kept, sha256, content }
      if (due && !isLeased && due > now())
        throw fail('pdf_failed', { invoiceId, retryAt: due.toISOString() })
      await sleep(pollMs, undefined, { ref: false })
    }
  }

  return {
    get: async (invoice, locale) => {
      const key = keyOf(invoice, locale)
      const { invoiceId } = key
      const name = `${invoiceId}/${key.rendering}`
      let rendered = underWay.get(name)
      if (!rendered) {
        if (slots.areFull()) throw fail('pdf_not_ready', { invoiceId })
        rendered = renderOrWait(invoice, key).finally(() => underWay.delete(name))
        underWay.set(name, rendered)
        // Each caller gets the failure. If all of them have left, this handler takes it.
        rendered.catch(() => undefined)
      }
      return withinTime(rendered, waitMs, invoiceId)
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
