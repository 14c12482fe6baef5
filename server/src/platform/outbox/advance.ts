import { after } from '#kernel/time'
import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { WorkLog } from '#platform/leases'
import { delayPlace, hasWork, movePlace, takePlace } from './place.ts'
import { readBetween } from './store.ts'
import type { Subscription } from './subscription.ts'

type Deps = { readonly database: Database; readonly now: () => Date; readonly log: WorkLog }

export type Advance = 'moved' | 'nothing' | 'failed'

const batchMax = 100
const retryMsMin = 1_000
const retryMsMax = 60_000

/**
 * One batch of one subscription: what it records and the move of its place are one transaction. After a failure the
 * place waits, longer each time, and then tries event by event, so that what comes before the bad one is recorded.
 */
export async function advance(deps: Deps, subscription: Subscription): Promise<Advance> {
  const { database, now, log } = deps
  if (!(await hasWork(database.pool, subscription, now()))) return 'nothing'

  let at: { position: number; failures: number } | undefined
  try {
    return await database.transaction(async (tx) => {
      const place = await takePlace(tx, subscription, now())
      if (!place) return 'nothing'
      at = place
      const limit = place.failures > 0 ? 1 : batchMax
      const range = { after: place.position, to: place.head, types: subscription.types, limit }
      const events = await readBetween(tx, range)
      if (events.length > 0) await subscription.record(tx, events)
      const last = events.length < limit ? place.head : (events.at(-1)?.position ?? place.head)
      await movePlace(tx, subscription, last)
      crashPoint('outbox.events.recorded')
      return 'moved'
    })
  } catch (error) {
    // Not the subscription's doing when there was no connection to begin with.
    if (!at) throw error
    const retryInMs = Math.min(retryMsMin * 2 ** Math.min(at.failures, 10), retryMsMax)
    const fields = { subscription: subscription.name, position: at.position, err: error, retryInMs }
    log.error(fields, 'A subscription failed to record events.')
    const availableAt = after(now(), retryInMs)
    const message = error instanceof Error ? error.message : String(error)
    await delayPlace(database, subscription, {
      position: at.position,
      availableAt,
      error: message.slice(0, 500),
    })
    return 'failed'
  }
}
