import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { refreshSearchStatistics } from '../index-store.ts'
import { analyzeCatalog } from '../load-store.ts'
import { reindexDocuments } from '../reindex-documents.ts'
import { allowLongStatements } from './long-statement-store.ts'
import { purgeImports } from './purge-imports.ts'

/** How common each word is, for ranking and spelling. */
export const RefreshSearchStatistics = defineJob({
  name: 'catalog.refresh_search_statistics',
  payload: Type.Object({}),
  leaseSeconds: 1_800,
  attemptsMax: 5,
  poison: 'set_aside',
})

const PurgeImports = defineJob({
  name: 'catalog.purge_imports',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** Documents that an older release made. Cut off, it goes on at its next turn. */
const ReindexDocuments = defineJob({
  name: 'catalog.reindex_documents',
  payload: Type.Object({}),
  leaseSeconds: 3_600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export type ImportJobsDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly keepDays: number
  readonly onReindexed: (documents: number) => void
}

/** All are harmless to run twice: one counts again, one finds nothing left, one goes on where the other one is. */
export function importJobs({ database, now, keepDays, onReindexed }: ImportJobsDeps): JobHandler[] {
  return [
    handle(RefreshSearchStatistics, async () => {
      await database.transaction(async (tx) => {
        await allowLongStatements(tx, 1_200)
        await refreshSearchStatistics(tx, now())
        await analyzeCatalog(tx)
      })
    }),
    handle(PurgeImports, (_payload, signal) => purgeImports({ database, now, keepDays }, signal)),
    handle(ReindexDocuments, (_payload, signal) =>
      reindexDocuments({ database, now, onReindexed }, signal),
    ),
  ]
}

export const importSchedules = [
  defineSchedule({
    name: 'catalog.purge_imports_hourly',
    cron: '37 * * * *',
    job: PurgeImports,
    payload: {},
  }),
  defineSchedule({
    name: 'catalog.reindex_documents_often',
    cron: '*/5 * * * *',
    job: ReindexDocuments,
    payload: {},
  }),
]
