import { Type } from 'typebox'
import type { Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { type Invoice, type InvoiceContent, missingOf } from './invoice.ts'
import { following, type IssueDeps, issued, tell } from './issue.ts'
import { completed, partyOf } from './parties.ts'
import { listOfOrder, lockWaiting, saveIssued } from './store.ts'

const batchMax = 100

/** Issues what waited for its supplier's details, where they are there now. Returns how many that were. */
export async function issueWaiting(
  deps: IssueDeps & { readonly database: Database; readonly now: Clock },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const last = await deps.database.transaction(async (tx) => {
      const waiting = await lockWaiting(tx, after, batchMax)
      for (const invoice of waiting) {
        const company = partyOf(await deps.companyOf(tx, invoice.supplierCompanyId))
        const seller = completed(invoice.content.seller, company)
        const precedes = await precedingOf(tx, invoice)
        const content = { ...invoice.content, seller, precedes: precedes ?? [] }
        if (!precedes || missingOf(content).length > 0) continue
        const now = deps.now()
        const next = await issued(tx, { ...invoice, content }, now)
        if (!(await saveIssued(tx, next))) continue
        await tell(tx, next, now)
        count += 1
      }
      return waiting.at(-1)?.id
    })
    if (last === undefined || signal?.aborted) return count
    after = last
  }
}

/** A credit note that waited was written when its invoices had no numbers: they have them now, or it waits on. */
async function precedingOf(
  tx: Tx,
  waiting: Invoice,
): Promise<InvoiceContent['precedes'] | undefined> {
  const { kind, id, companyId, orderId, supplierCompanyId, delivery = 1 } = waiting
  if (kind === 'INVOICE') return []
  const all = await listOfOrder(tx, companyId, orderId)
  const earlier = all.filter((one) => one.id < id)
  return following(earlier, supplierCompanyId, delivery).precedes
}

const IssueWaiting = defineJob({
  name: 'invoices.issue_waiting',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
})

/** Twice in a row finds nothing more to issue. */
export function invoicesJobs(
  deps: IssueDeps & { readonly database: Database; readonly now: Clock },
): JobHandler[] {
  return [
    handle(IssueWaiting, async (_payload, signal) => {
      await issueWaiting(deps, signal)
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
