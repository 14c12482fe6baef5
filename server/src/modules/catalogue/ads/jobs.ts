import { Type } from 'typebox'
import { firstIdAt } from '#kernel/id'
import { after, type Clock, daysMs } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { deleteSources } from './clicks/judge-click.ts'
import { deleteAuctions } from './serving/auction-store.ts'

const PurgeAuctions = defineJob({
  name: 'ads.purge_auctions',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const batchMax = 5_000

/** A second run is harmless: it finds no old rows. */
export function adsJobs(deps: {
  readonly database: Database
  readonly now: Clock
  readonly keepDays: number
}): JobHandler[] {
  const { database, now, keepDays } = deps
  return [
    handle(PurgeAuctions, async (_payload, signal) => {
      const before = firstIdAt('auc', after(now(), -daysMs(keepDays)))
      const sourcesBefore = after(now(), -daysMs(1))
      const deletions = [
        (tx: Tx) => deleteAuctions(tx, before, batchMax),
        (tx: Tx) => deleteSources(tx, sourcesBefore, batchMax),
      ]
      for (const deletion of deletions) {
        let deleted = batchMax
        while (deleted === batchMax && !signal.aborted) {
          deleted = await database.transaction(deletion)
        }
      }
    }),
  ]
}

export const adsSchedules = [
  defineSchedule({
    name: 'ads.purge_auctions_hourly',
    cron: '37 * * * *',
    job: PurgeAuctions,
    payload: {},
  }),
]
