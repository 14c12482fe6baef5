import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import type { Metrics } from '#platform/telemetry'
import { allowLongStatements, analyzeCatalog } from './analyze-store.ts'
import { refreshSearchStatistics } from './index-store.ts'
import { reindexDocuments } from './reindex-documents.ts'

/** Counts how common each word is, for ranking and spelling. */
export const RefreshSearchStatistics = defineJob({
  name: 'catalog.refresh_search_statistics',
  payload: Type.Object({}),
  leaseSeconds: 1_800,
  attemptsMax: 5,
  poison: 'set_aside',
})

/** Updates the documents of an older release. An interrupted run continues at its next turn. */
const ReindexDocuments = defineJob({
  name: 'catalog.reindex_documents',
  payload: Type.Object({}),
  leaseSeconds: 3_600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export type DocumentJobsDeps = {
  readonly database: Database
  readonly metrics: Metrics
  readonly now: () => Date
}

/** A second run is harmless: it counts again, or continues where the first one is. */
export function documentJobs({ database, metrics, now }: DocumentJobsDeps): JobHandler[] {
  const reindexed = metrics.counter(
    'catalog_documents_reindexed_total',
    'Search documents of an older release that were made anew.',
  )
  const onReindexed = (written: number) => reindexed.add({}, written)
  return [
    handle(RefreshSearchStatistics, async () => {
      await database.transaction(async (tx) => {
        await allowLongStatements(tx, 1_200)
        await refreshSearchStatistics(tx, now())
        await analyzeCatalog(tx)
      })
    }),
    handle(ReindexDocuments, (_payload, signal) =>
      reindexDocuments({ database, now, onReindexed }, signal),
    ),
  ]
}

export const documentSchedules = [
  defineSchedule({
    name: 'catalog.reindex_documents_often',
    cron: '*/5 * * * *',
    job: ReindexDocuments,
    payload: {},
  }),
]
