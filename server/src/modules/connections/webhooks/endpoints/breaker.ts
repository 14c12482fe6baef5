import { after } from '#kernel/time'
import type { Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import { resumeHeld } from '../deliveries/hold-store.ts'
import type { Failing } from '../deliveries/queue-store.ts'
import { markBreakerClosed, markBreakerOpen } from './breaker-store.ts'
import { breaker } from './endpoint.ts'

type Deps = { readonly database: Database; readonly log: WorkLog }
type EndpointKey = { readonly companyId: string; readonly endpointId: string }

/**
 * The row of the endpoint has the state, so it holds for every process. While the breaker is open, due deliveries are
 * held, and one delivery probes every 30 seconds. So a dead receiver costs two attempts a minute, and held deliveries
 * lose no attempts.
 */
export function looksBroken({ window, isBreakerOpen }: Failing): boolean {
  const share = window.failures / window.attempts
  return !isBreakerOpen && window.attempts >= breaker.attempts && share >= breaker.failedShare
}

export async function openBreaker(
  { database, log }: Deps,
  { companyId, endpointId }: EndpointKey,
  now: Date,
): Promise<void> {
  const until = after(now, breaker.probeEveryMs)
  const opened = await database.transaction((tx) =>
    markBreakerOpen(tx, { companyId, endpointId }, until),
  )
  if (opened) log.warn({ endpointId }, 'A webhook receiver fails and is left alone.')
}

/** Makes held deliveries due, and keeps the attempts that they have made. */
export async function closeBreaker(
  { database, log }: Deps,
  { companyId, endpointId }: EndpointKey,
  now: Date,
): Promise<void> {
  const closed = await database.transaction(async (tx) => {
    if (!(await markBreakerClosed(tx, { companyId, endpointId }, now))) return false
    await resumeHeld(tx, companyId, endpointId, now)
    ringAfterCommit(tx, deliveryTopic)
    return true
  })
  if (closed) log.info({ endpointId }, 'A webhook receiver is back.')
}
