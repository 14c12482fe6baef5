import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { keptSeconds } from './changes.ts'
import { deleteChanges } from './changes-store.ts'

const PurgeChanges = defineJob({
  name: 'catalog.purge_changes',
  payload: Type.Object({}),
  leaseSeconds: 120,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** A second run is harmless: it finds no old rows. */
export function changesJobs(database: Database): JobHandler[] {
  return [handle(PurgeChanges, () => deleteChanges(database.pool, keptSeconds))]
}

export const changesSchedules = [
  defineSchedule({
    name: 'catalog.purge_changes_often',
    cron: '*/5 * * * *',
    job: PurgeChanges,
    payload: {},
  }),
]
