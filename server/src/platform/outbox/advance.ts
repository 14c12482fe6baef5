import type { Database, Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { deathsUntilAlone, noteGone, sweep, type WorkLog, whileAlone } from '#platform/leases'
import type { LoggedEvent } from './event.ts'
import { failOrSetAside, setAsidePoison, type Tried } from './fail-or-set-aside.ts'
import {
  type Claimed,
  claimPlace,
  movePlace,
  type Place,
  passedOverMax,
  subscriptionQueue,
} from './place.ts'
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
  /** The lease of this dispatcher. */
  readonly leaseToken: string
}

/** `caught_up`: moved, and there was no more. `busy`: the process did not look, because it works on another record alone. */
export type Advance = 'moved' | 'caught_up' | 'nothing' | 'failed' | 'busy'

const batchMax = 100

/**
 * Records one batch of one subscription. The claim of the position commits first, so that the death of a process over the batch is
 * seen. The records and the move of the position are one transaction. After two deaths over a batch its events are recorded one by
 * one, and meanwhile this process works on nothing else that has to be worked on alone. `isCertain`: a ring has announced an
 * event, so the claim does not look for one.
 */
export async function advance(
  deps: Deps,
  subscription: Subscription,
  isCertain = false,
): Promise<Advance> {
  const claimed = await claimOrSweep(deps, subscription, isCertain)
  if (claimed.is === 'claimed') return recordClaimed(deps, subscription, claimed.place)
  if (claimed.is !== 'alone') return 'nothing'
  return whileAlone(async () => {
    const { database, leaseToken, now } = deps
    const options = { leaseToken, now: now(), isCertain, isAlone: true }
    const own = await claimPlace(database.pool, subscription, options)
    return own.is === 'claimed' ? recordClaimed(deps, subscription, own.place) : 'nothing'
  })
}

/** A position whose worker has certainly died is swept at once, without waiting for the sweeper. */
async function claimOrSweep(
  { database, leaseToken, now }: Deps,
  subscription: Subscription,
  isCertain: boolean,
): Promise<Claimed> {
  const claim = () => claimPlace(database.pool, subscription, { leaseToken, now: now(), isCertain })
  const claimed = await claim()
  if (claimed.is !== 'held') return claimed
  if (!(await noteGone(database.pool, claimed.leaseToken, now()))) return claimed
  await database.transaction((tx) => sweep(tx, subscriptionQueue, now()))
  return claim()
}

async function recordClaimed(
  deps: Deps,
  subscription: Subscription,
  place: Place,
): Promise<Advance> {
  let tried: Tried | undefined
  try {
    if (place.deaths > deathsUntilAlone && subscription.poison === 'set_aside') {
      return await setAsidePoison(deps, subscription, place)
    }
    return await deps.database.transaction(async (tx) => {
      tried = { place, events: [] }
      return recordBatch(deps, tx, subscription, place, (events) => {
        tried = { place, events }
      })
    })
  } catch (error) {
    // If there was no connection at all, the subscription did not cause the failure.
    if (!tried) throw error
    return failOrSetAside(deps, subscription, tried, error)
  }
}

/**
 * Events behind a set-aside event are put behind it. If nothing is set aside, the lines are not read. A batch that failed is tried
 * event by event, so that the events before the bad one are recorded.
 */
async function recordBatch(
  { now, tail }: Deps,
  tx: Tx,
  subscription: Subscription,
  place: Place,
  trying: (events: readonly LoggedEvent[]) => void,
): Promise<Advance> {
  const isSingly = place.position < place.singlyUntil
  const limit = isSingly ? 1 : batchMax
  const batch = await readBatch(tx, tail, subscription, place, limit)
  const isPassedBy = batch.length === 0 && place.head - place.position <= passedOverMax
  if (isPassedBy) {
    movePlace(tx, subscription, place, place)
    return 'nothing'
  }
  const isAlone = place.deaths >= deathsUntilAlone
  const events = isAlone ? batch.slice(0, 1) : batch
  trying(events)
  const { free, hasSetAside } = place.hasSetAside
    ? await putBehind(tx, subscription, events, now())
    : { free: events, hasSetAside: false }
  if (free.length > 0) await subscription.record(tx, free)
  const isAll = batch.length < limit && events.length === batch.length
  const position = isAll ? place.head : (events.at(-1)?.position ?? place.head)
  movePlace(tx, subscription, place, {
    position,
    hasSetAside,
    ...(isAlone && { singlyUntil: batch.at(-1)?.position ?? 0 }),
  })
  crashPoint('outbox.events.recorded')
  return isAll ? 'caught_up' : 'moved'
}

async function readBatch(
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
