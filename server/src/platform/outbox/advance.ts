import type { Database, Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { WorkLog } from '#platform/leases'
import type { LoggedEvent } from './event.ts'
import { failOrSetAside, type Tried } from './fail-or-set-aside.ts'
import { hasWork, movePlace, type Place, passedOverMax, takePlace } from './place.ts'
import { putBehind } from './set-aside/put-behind.ts'
import type { SetAsideWatch } from './set-aside/watch.ts'
import { readBetween } from './store.ts'
import type { Subscription } from './subscription.ts'
import type { Tail } from './tail.ts'

type Deps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: WorkLog
  readonly tail: Tail
  readonly watch: SetAsideWatch
}

/** `caught_up`: moved, and there was no more. */
export type Advance = 'moved' | 'caught_up' | 'nothing' | 'failed'

const batchMax = 100

/**
 * One batch of one subscription: what it records and the move of its place are one transaction. A batch that failed is
 * tried event by event, so that what comes before the bad one is recorded. What stands behind an event that was set aside is
 * put behind it; where nothing was, nobody looks.
 * `isCertain` where somebody has said that there is something: then it is not asked.
 */
export async function advance(
  deps: Deps,
  subscription: Subscription,
  isCertain = false,
): Promise<Advance> {
  const { database, now, tail } = deps
  if (!isCertain && !(await hasWork(database.pool, subscription, now()))) return 'nothing'

  let tried: Tried | undefined
  try {
    return await database.transaction(async (tx) => {
      const place = await takePlace(tx, subscription, now())
      if (!place) return 'nothing'
      tried = { place, events: [] }
      const limit = place.position < place.singlyUntil ? 1 : batchMax
      const events = await read(tx, tail, subscription, place, limit)
      const isPassedBy = events.length === 0 && place.head - place.position <= passedOverMax
      if (isPassedBy) return 'nothing'
      tried = { place, events }
      const { free, hasSetAside } = place.hasSetAside
        ? await putBehind(tx, subscription, events, now())
        : { free: events, hasSetAside: false }
      if (free.length > 0) await subscription.record(tx, free)
      const isAll = events.length < limit
      const position = isAll ? place.head : (events.at(-1)?.position ?? place.head)
      movePlace(tx, subscription, { position, hasSetAside })
      crashPoint('outbox.events.recorded')
      return isAll ? 'caught_up' : 'moved'
    })
  } catch (error) {
    // Not the subscription's doing when there was no connection to begin with.
    if (!tried) throw error
    return failOrSetAside(deps, subscription, tried, error)
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
