import { Type } from 'typebox'
import { after, daysMs } from '#kernel/time'
import { endAgreedProduct } from '#modules/products'
import type { Database } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { announceExpiry } from './announce.ts'
import type { OffersDeps } from './deps.ts'
import { publishExpired } from './publish.ts'
import { deleteEndedRequests, expireDue } from './request-store.ts'

export const ExpireRequests = defineJob({
  name: 'offers.expire',
  payload: Type.Object({}),
  leaseSeconds: 120,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const PurgeRequests = defineJob({
  name: 'offers.purge',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export const offersSchedules = [
  defineSchedule({
    name: 'offers.expire_minutely',
    cron: '* * * * *',
    job: ExpireRequests,
    payload: {},
  }),
  defineSchedule({
    name: 'offers.purge_hourly',
    cron: '47 * * * *',
    job: PurgeRequests,
    payload: {},
  }),
]

/** A second run is harmless: it finds what is left. */
export function offersJobs(deps: OffersDeps): JobHandler[] {
  const { OFFERS_RETENTION_DAYS: retentionDays } = deps.settings
  return [
    handle(ExpireRequests, (_payload, signal) => expireRequests(deps, signal)),
    handle(PurgeRequests, (_payload, signal) => purgeRequests(deps, retentionDays, signal)),
  ]
}

const batchMax = 100

/** Ends requests that nobody answered in time, and confirmed offers whose price is over. */
export async function expireRequests(deps: OffersDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await expireBatch(deps, deps.database)) === batchMax);
}

const purgeBatchMax = 500

/** Deletes requests that ended long ago, with the notes and reasons in them. */
export async function purgeRequests(
  { database, now }: Pick<OffersDeps, 'database' | 'now'>,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = after(now(), -daysMs(retentionDays))
  const purge = () => database.transaction((tx) => deleteEndedRequests(tx, before, purgeBatchMax))
  while (!signal?.aborted && (await purge()) === purgeBatchMax);
}

async function expireBatch(deps: OffersDeps, database: Database): Promise<number> {
  const now = deps.now()
  return database.transaction(async (tx) => {
    const expired = await expireDue(tx, now, batchMax)
    for (const { request, wasConfirmed } of expired) {
      const { orderable } = request
      if (orderable) await endAgreedProduct(tx, orderable)
      await publishExpired(tx, request, wasConfirmed, now)
      if (!wasConfirmed) await announceExpiry(deps, tx, request, now)
    }
    return expired.length
  })
}
