import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import { defineJob, defineSchedule, enqueue, handle, type JobHandler } from '#platform/jobs'
import type { FxDeps } from './deps.ts'
import { isDue } from './fetch-rates.ts'
import { isPassing, RatesNotFetched } from './provider.ts'
import { findProvider } from './store.ts'

export const FetchRates = defineJob({
  name: 'fx.fetch_rates',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 4,
})

/** Twice is harmless: the second run finds that it is not time yet, or the same answer, which is the same set. */
export function fxJobs(fx: {
  readonly fetchRates: (signal: AbortSignal) => Promise<unknown>
}): JobHandler[] {
  return [
    handle(FetchRates, async (_payload, signal) => {
      try {
        await fx.fetchRates(signal)
      } catch (error) {
        // Another try in a minute would hear the same no. It is recorded, and the schedule asks again.
        if (!(error instanceof RatesNotFetched) || isPassing(error.problem)) throw error
      }
    }),
  ]
}

export const fxSchedules = [
  defineSchedule({
    name: 'fx.fetch_rates_hourly',
    cron: '7 * * * *',
    job: FetchRates,
    payload: {},
  }),
]

/** A worker that starts need not wait for the hour. Those that start together ask once. */
export async function requestFetch({ database, provider, now }: FxDeps): Promise<void> {
  if (!provider) return
  const at = now()
  const standing = await findProvider(database.pool, provider.name)
  if (standing && !isDue(standing, at)) return
  const id: Id<'job'> = 'job_fx_first_rates'
  await database.transaction((tx) => enqueue(tx, FetchRates, {}, { now: at, id }))
}
