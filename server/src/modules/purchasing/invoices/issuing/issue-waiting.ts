import { Type } from 'typebox'
import type { Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { withCompanyDetails } from '../company-details/with-details.ts'
import { type Invoice, type InvoiceContent, missingOf } from '../invoice.ts'
import { listOfOrder, lockWaitingInvoice, markIssued } from '../store.ts'
import { correctedInvoicesOf, emitInvoiceIssued, type IssueDeps, issueInvoice } from './issue.ts'
import { completeParty, partyOf } from './parties.ts'
import { isBehindWaiting, listWaiting } from './waive-store.ts'

const batchMax = 100

type WaitingDeps = IssueDeps & { readonly database: Database; readonly now: Clock }

/**
 * Issues waiting documents whose supplier has entered its details by now. Each document has a transaction of its own:
 * one that fails does not stop the others, and its error is thrown at the end. Returns how many were issued.
 */
export async function issueWaitingInvoices(
  deps: WaitingDeps,
  signal?: AbortSignal,
): Promise<number> {
  let failed = 0
  let cause: unknown
  let count = 0
  let waiting: Invoice[] = []
  do {
    const after = waiting.at(-1)?.id
    waiting = await listWaiting(deps.database.pool, { after, limit: batchMax })
    for (const { companyId, id } of waiting) {
      if (signal?.aborted) break
      try {
        if (await issueOne(deps, companyId, id)) count += 1
      } catch (error) {
        failed += 1
        cause ??= error
      }
    }
  } while (waiting.length === batchMax && !signal?.aborted)
  if (failed > 0) throw new Error(`${failed} documents could not be issued.`, { cause })
  return count
}

/** False while a detail is missing, or while an earlier document of the order waits. */
function issueOne(deps: WaitingDeps, companyId: string, id: string): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const invoice = await lockWaitingInvoice(tx, companyId, id)
    if (!invoice) return false
    const company = await deps.companyOf(tx, invoice.supplierCompanyId)
    const seller = completeParty(invoice.content.seller, partyOf(company))
    const precedes = await precedingOf(tx, invoice)
    const content = { ...invoice.content, seller, precedes: precedes ?? [] }
    const detailed = await withCompanyDetails(tx, { ...invoice, content })
    if (!precedes || missingOf(detailed.content).length > 0) return false
    if (await isBehindWaiting(tx, invoice)) return false
    const now = deps.now()
    const next = await issueInvoice(tx, detailed, company, now)
    if (!(await markIssued(tx, next))) return false
    await emitInvoiceIssued(tx, next, now)
    return true
  })
}

/**
 * A credit note that waited was written before its invoices had numbers. If they have numbers now, it gets them;
 * otherwise it keeps waiting.
 */
async function precedingOf(
  tx: Tx,
  waiting: Invoice,
): Promise<InvoiceContent['precedes'] | undefined> {
  const { kind, id, companyId, orderId, supplierCompanyId, delivery = 1 } = waiting
  if (kind === 'INVOICE') return []
  const all = await listOfOrder(tx, companyId, orderId)
  const earlier = all.filter((one) => one.id < id)
  return correctedInvoicesOf(earlier, supplierCompanyId, delivery).precedes
}

const IssueWaiting = defineJob({
  name: 'invoices.issue_waiting',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** A second run finds nothing more to issue. */
export function invoicesJobs(deps: WaitingDeps): JobHandler[] {
  return [
    handle(IssueWaiting, async (_payload, signal) => {
      await issueWaitingInvoices(deps, signal)
    }),
  ]
}

export const invoicesSchedules = [
  defineSchedule({
    name: 'invoices.issue_waiting_every_10_minutes',
    cron: '*/10 * * * *',
    job: IssueWaiting,
    payload: {},
  }),
]
