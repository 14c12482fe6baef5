import { Type } from 'typebox'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { purgeImports } from './purge-imports.ts'

const PurgeImports = defineJob({
  name: 'catalog.purge_imports',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export type ImportJobsDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly keepDays: number
}

/** A second run is harmless: it finds no rows left. */
export function importJobs({ database, now, keepDays }: ImportJobsDeps): JobHandler[] {
  return [
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
