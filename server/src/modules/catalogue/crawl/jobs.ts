import { Type } from 'typebox'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { isCompanyOpen, platformCompanyId } from '#modules/identity'
import type { Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { ringAfterCommit } from '#platform/wake'
import { type CrawlDeps, dueTopic } from './deps.ts'
import { deleteEndedRuns, deleteRowsOfDeletedSources } from './runs/purge-store.ts'
import { insertRun } from './runs/run-store.ts'
import { takeDueSources } from './sources/source-store.ts'

const StartDueRuns = defineJob({
  name: 'crawl.start_due_runs',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const PurgeCrawls = defineJob({
  name: 'crawl.purge',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export function crawlJobs(deps: CrawlDeps, retentionDays: number): JobHandler[] {
  return [
    // A second run is harmless: the first one has planned the next time of each source.
    handle(StartDueRuns, async () => {
      await startDueRuns(deps)
    }),
    // A second run is harmless: it finds nothing left to delete.
    handle(PurgeCrawls, (_payload, signal) => purgeCrawls(deps, retentionDays, signal)),
  ]
}

export const crawlSchedules = [
  defineSchedule({
    name: 'crawl.start_due_runs_minutely',
    cron: '* * * * *',
    job: StartDueRuns,
    payload: {},
  }),
  defineSchedule({
    name: 'crawl.purge_hourly',
    cron: '41 * * * *',
    job: PurgeCrawls,
    payload: {},
  }),
]

const dueMax = 200

const mayAct = async (tx: Tx, companyId: string): Promise<boolean> =>
  companyId === platformCompanyId || isCompanyOpen(tx, companyId)

/** Starts a run of each source whose schedule is due, unless it has a live one. */
export async function startDueRuns({ database, now }: CrawlDeps): Promise<number> {
  return database.transaction(async (tx) => {
    const at = now()
    const sources = await takeDueSources(tx, at, dueMax)
    let started = 0
    for (const source of sources) {
      // A company that is closed does not act.
      if (!(await mayAct(tx, source.companyId))) continue
      const run = {
        companyId: source.companyId,
        id: newId('crl', at),
        source,
        awaitingConfirmation: false,
        requestedBy: undefined,
        requestingCompanyId: undefined,
        query: undefined,
        now: at,
      }
      if (await insertRun(tx, run)) started += 1
    }
    if (started > 0) ringAfterCommit(tx, dueTopic)
    return started
  })
}

const purgeBatchMax = 100
const rowsBatchMax = 5_000

/** Deletes runs that ended long ago, and the rows of deleted sources, in small batches. */
export async function purgeCrawls(
  { database, now }: CrawlDeps,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = after(now(), -daysMs(retentionDays))
  const untilDone = async (batchMax: number, purge: () => Promise<number>) => {
    while (!signal?.aborted && (await purge()) >= batchMax);
  }
  await untilDone(purgeBatchMax, () =>
    database.transaction((tx) => deleteEndedRuns(tx, before, purgeBatchMax)),
  )
  await untilDone(1, () =>
    database.transaction((tx) => deleteRowsOfDeletedSources(tx, rowsBatchMax)),
  )
}
