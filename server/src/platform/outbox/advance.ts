import { after } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { WorkLog } from '#platform/leases'
import type { LoggedEvent } from './event.ts'
import { delayPlace, hasWork, movePlace, type Place, passedOverMax, takePlace } from './place.ts'
import { readBetween } from './store.ts'
import type { Subscription } from './subscription.ts'
import type { Tail } from './tail.ts'

type Deps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: WorkLog
  readonly tail: Tail
}

/** `caught_up`: moved, and there was no more. */
export type Advance = 'moved' | 'caught_up' | 'nothing' | 'failed'

const batchMax = 100
const retryMsMin = 1_000
const retryMsMax = 60_000

/**
 * One batch of one subscription: what it records and the move of its place are one transaction. After a failure the
 * place waits, longer each time, and then tries event by event, so that what comes before the bad one is recorded.
 * `isCertain` where somebody has said that there is something: then it is not asked.
 */
export async function advance(
  deps: Deps,
  subscription: Subscription,
  isCertain = false,
): Promise<Advance> {
  const { database, now, log, tail } = deps
  if (!isCertain && !(await hasWork(database.pool, subscription, now()))) return 'nothing'

  let at: { position: number; failures: number } | undefined
  try {
    return await database.transaction(async (tx) => {
      const place = await takePlace(tx, subscription, now())
      if (!place) return 'nothing'
      at = place
      const limit = place.failures > 0 ? 1 : batchMax
      const events = await read(tx, tail, subscription, place, limit)
      const isPassedBy = events.length === 0 && place.head - place.position <= passedOverMax
      if (isPassedBy) return 'nothing'
      if (events.length > 0) await subscription.record(tx, events)
      const isAll = events.length < limit
      movePlace(tx, subscription, isAll ? place.head : (events.at(-1)?.position ?? place.head))
      crashPoint('outbox.events.recorded')
      return isAll ? 'caught_up' : 'moved'
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

async function read(
  tx: Tx,
  tail: Tail,
  { types }: Subscription,
  { position: after, head: to }: Place,
  limit: number,
): Promise<readonly LoggedEvent[]> {
  const known = tail.between(after, to)
  if (!known) return readBetween(tx, { after, to, types, limit })
  return known.filter(({ type }) => types.includes(type)).slice(0, limit)
}
