import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import { after, type Clock, daysMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { findInvoice } from '../store.ts'
import type { Pdfs } from './create-pdfs.ts'
import { deleteTranslations, listFailingPdfs } from './pdf-store.ts'

/** The job waits for each at most 20 seconds, also for as many purchase orders, so all of them end within its lease. */
const batchMax = 20

/**
 * Renders failed PDFs again when they are due, so that a failure ends even if nobody requests the document. Returns how
 * many were rendered.
 */
export async function retryPdfs(
  {
    database,
    now,
    pdfs,
  }: { readonly database: Database; readonly now: Clock; readonly pdfs: Pdfs },
  signal?: AbortSignal,
): Promise<number> {
  const due = await listFailingPdfs(database.pool, { limit: batchMax, dueAt: now() })
  let count = 0
  for (const { companyId, invoiceId, rendering } of due) {
    if (signal?.aborted) break
    const invoice = await findInvoice(database.pool, companyId, invoiceId)
    if (!invoice) continue
    try {
      await pdfs.get(invoice, rendering === 'original' ? undefined : rendering)
      count += 1
    } catch (error) {
      // It failed again, which its row says.
      if (!(error instanceof Failure)) throw error
    }
  }
  return count
}

/** Translations are rarely read twice. One that is read later is rendered again. */
const translationDays = 30
const deletedMax = 500

export async function purgeTranslations(
  { database, now }: { readonly database: Database; readonly now: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const before = after(now(), -daysMs(translationDays))
  const purge = () => deleteTranslations(database.pool, before, deletedMax)
  while (!signal?.aborted && (await purge()) === deletedMax);
}

const PurgeTranslations = defineJob({
  name: 'invoices.purge_translations',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const RetryPdfs = defineJob({
  name: 'invoices.retry_pdfs',
  payload: Type.Object({}),
  leaseSeconds: 900,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** A second run finds nothing more that is due. */
export function pdfJobs(
  deps: { readonly database: Database; readonly now: Clock },
  ...renderers: readonly { retryPdfs(signal?: AbortSignal): Promise<number> }[]
): JobHandler[] {
  return [
    handle(RetryPdfs, async (_payload, signal) => {
      for (const each of renderers) await each.retryPdfs(signal)
    }),
    handle(PurgeTranslations, (_payload, signal) => purgeTranslations(deps, signal)),
  ]
}

export const pdfSchedules = [
  defineSchedule({
    name: 'invoices.retry_pdfs_every_10_minutes',
    cron: '*/10 * * * *',
    job: RetryPdfs,
    payload: {},
  }),
  defineSchedule({
    name: 'invoices.purge_translations_daily',
    cron: '40 3 * * *',
    job: PurgeTranslations,
    payload: {},
  }),
]
