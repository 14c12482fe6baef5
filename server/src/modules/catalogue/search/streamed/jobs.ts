import { Type } from 'typebox'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import type { Searches } from './service.ts'

const PurgeSearches = defineJob({
  name: 'catalog.purge_searches',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** A second run is harmless: it finds no old rows. */
export function searchesJobs(searches: Searches): JobHandler[] {
  return [handle(PurgeSearches, (_payload, signal) => searches.purge(signal))]
}

export const searchesSchedules = [
  defineSchedule({
    name: 'catalog.purge_searches_hourly',
    cron: '27 * * * *',
    job: PurgeSearches,
    payload: {},
  }),
]
