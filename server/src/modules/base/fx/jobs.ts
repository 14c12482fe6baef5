import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import { defineJob, defineSchedule, enqueue, handle, type JobHandler } from '#platform/jobs'
import type { FxDeps } from './deps.ts'
import { ecbName } from './fetching/ecb.ts'
import { isDue } from './fetching/fetch-rates.ts'
import { isPassing, RatesNotFetched } from './fetching/provider.ts'
import { findProvider } from './store.ts'

export const FetchRates = defineJob({
  name: 'fx.fetch_rates',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 4,
  poison: 'retried_slowly',
})

const FetchReferenceRates = defineJob({
  name: 'fx.fetch_reference_rates',
  payload: Type.Object({}),
  leaseSeconds: 60,
  attemptsMax: 4,
  poison: 'retried_slowly',
})

/**
 * A second run is harmless: it finds that no fetch is due, or gets the same set. Each run checks the age of the rates,
 * even if nobody converts anything, so operators learn of it.
 */
export function fxJobs(fx: {
  readonly fetchRates: (signal: AbortSignal) => Promise<unknown>
  readonly fetchReferenceRates: (signal: AbortSignal) => Promise<void>
  readonly noticeAge: () => Promise<void>
}): JobHandler[] {
  return [
    handle(FetchRates, async (_payload, signal) => {
      const problem = await fx.fetchRates(signal).then(() => undefined, notFetched)
      await fx.noticeAge()
      // Another attempt in a minute would fail the same way. The failure is recorded, and the schedule retries it.
      if (problem && isPassing(problem.problem)) throw problem
    }),
    handle(FetchReferenceRates, (_payload, signal) => fx.fetchReferenceRates(signal)),
  ]
}

function notFetched(error: unknown): RatesNotFetched {
  if (error instanceof RatesNotFetched) return error
  throw error
}

export const fxSchedules = [
  defineSchedule({
    name: 'fx.fetch_rates_hourly',
    cron: '7 * * * *',
    job: FetchRates,
    payload: {},
  }),
  defineSchedule({
    name: 'fx.fetch_reference_rates_hourly',
    cron: '37 * * * *',
    job: FetchReferenceRates,
    payload: {},
  }),
]

/** Lets a worker fetch the rates at its start, before the schedule does. Workers that start together fetch once. */
export async function requestFetch({ database, provider, reference, now }: FxDeps): Promise<void> {
  const at = now()
  const isWanted = async (name: string) => {
    const standing = await findProvider(database.pool, name)
    return !standing || isDue(standing, at)
  }
  const rates: Id<'job'> = 'job_fx_first_rates'
  if (provider && (await isWanted(provider.name))) {
    await database.transaction(async (tx) => enqueue(tx, FetchRates, {}, { now: at, id: rates }))
  }
  const days: Id<'job'> = 'job_fx_first_days'
  if (reference && (await isWanted(ecbName))) {
    await database.transaction(async (tx) =>
      enqueue(tx, FetchReferenceRates, {}, { now: at, id: days }),
    )
  }
}
