import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { refreshSearchStatistics } from '../index-store.ts'
import { analyzeCatalog } from '../load-store.ts'
import { allowLongStatements } from './long-statement-store.ts'
import { purgeImports } from './purge-imports.ts'

/** How common each word is, for ranking and spelling. */
export const RefreshSearchStatistics = defineJob({
  name: 'catalog.refresh_search_statistics',
  payload: Type.Object({}),
  leaseSeconds: 1_800,
  attemptsMax: 5,
})

const PurgeImports = defineJob({
  name: 'catalog.purge_imports',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
})

export type ImportJobsDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly keepDays: number
}

/** Both are harmless to run twice: one counts again, the other finds nothing left. */
export function importJobs({ database, now, keepDays }: ImportJobsDeps): JobHandler[] {
  return [
    handle(RefreshSearchStatistics, async () => {
      await database.transaction(async (tx) => {
        await allowLongStatements(tx, 1_200)
        await refreshSearchStatistics(tx, now())
        await analyzeCatalog(tx)
      })
    }),
    handle(PurgeImports, (_payload, signal) => purgeImports({ database, now, keepDays }, signal)),
  ]
}

export const importSchedules = [
  defineSchedule({
    name: 'catalog.purge_imports_hourly',
    cron: '37 * * * *',
    job: PurgeImports,
    payload: {},
  }),
]
