import { after, type Clock, secondsMs } from '#kernel/time'
import { type Database, isConnectionLost } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { deathsUntilAlone, LeaseLost, noteGone, type WorkLog, whileAlone } from '#platform/leases'
import { subscriptionQueue } from '../place.ts'
import { sentenceOf } from '../sentence-of.ts'
import { findEvents } from '../store.ts'
import type { Subscription } from '../subscription.ts'
import { isOfEvent } from './is-of-event.ts'
import { retryMs } from './retry-ms.ts'
import type { SetAsideEvent } from './set-aside-event.ts'
import {
  claimDue,
  countDeaths,
  delaySetAside,
  deleteSetAside,
  listLeases,
  mayBeDue,
} from './set-aside-store.ts'
import { reportIfWell, reportStopped, type SetAsideWatch } from './watch.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly log: WorkLog
  readonly watch: SetAsideWatch
  /** The lease of this dispatcher, which tries one event at a time. */
  readonly leaseToken: string
}

type Recorded = 'recorded' | 'failed'

/**
 * Tries one event that is due and the first of its line, if this process works on nothing else alone. `recorded`: more events may
 * wait behind it. `busy`: the process did not look.
 */
export async function recordDue(
  deps: Deps,
  subscriptions: readonly Subscription[],
): Promise<Recorded | 'nothing' | 'busy'> {
  const { database, leaseToken, now } = deps
  const names = subscriptions.map(({ name }) => name)
  // Mostly no event is due. This check then saves the rest of the process from waiting.
  if (!(await mayBeDue(database.pool, names, now()))) return 'nothing'
  const recorded = await whileAlone(async () => {
    const until = after(now(), secondsMs(subscriptionQueue.leaseSeconds))
    const due = await claimDue(database.pool, names, { token: leaseToken, until }, now())
    return due && record(deps, subscriptions, due)
  })
  if (recorded !== undefined) return recorded
  return (await noteDeaths(deps)) ? recordDue(deps, subscriptions) : 'nothing'
}

/** Records the event and deletes its row, in one transaction. */
async function record(
  deps: Deps,
  subscriptions: readonly Subscription[],
  due: SetAsideEvent,
): Promise<Recorded> {
  const { database, leaseToken, now, watch } = deps
  try {
    return await database.transaction<Recorded>(async (tx) => {
      const [event] = await findEvents(tx, due.companyId, [due.eventId])
      if (!event) throw new Error('The event is not in the log any more: discard it.')
      const subscription = subscriptions.find(({ name }) => name === due.subscription)
      await subscription?.record(tx, [event])
      if (!(await deleteSetAside(tx, due.subscription, due.eventId, leaseToken)))
        throw new LeaseLost()
      await reportIfWell(watch, tx, due.subscription, now())
      crashPoint('outbox.set_aside.recorded')
      return 'recorded'
    })
  } catch (error) {
    if (isConnectionLost(error)) throw error
    await delay(deps, due, error)
    return 'failed'
  }
}

/**
 * A lease that is left shows that a process died over the event. Mostly there is none. Returns true when it has ended a lease.
 */
async function noteDeaths({ database, now, watch }: Deps): Promise<boolean> {
  const leases = await listLeases(database.pool)
  if (leases.length === 0) return false
  for (const leaseToken of leases) await noteGone(database.pool, leaseToken, now())
  return database.transaction(async (tx) => {
    const events = await countDeaths(tx)
    for (const event of events) {
      if (event.deaths > deathsUntilAlone) await reportStopped(watch, tx, event, now())
    }
    return events.length > 0
  })
}

async function delay(
  { database, leaseToken, now, log, watch }: Deps,
  event: SetAsideEvent,
  error: unknown,
): Promise<void> {
  const at = now()
  const retryInMs = retryMs(event.setAsideAt, at)
  const { subscription, eventId, line } = event
  log.error(
    { subscription, eventId, line, err: error, retryInMs },
    'An event that is set aside failed again.',
  )
  const failed = {
    counts: isOfEvent(error),
    availableAt: after(at, retryInMs),
    error: sentenceOf(error),
  }
  await database.transaction(async (tx) => {
    const isDelayed = await delaySetAside(tx, event, leaseToken, failed)
    // An event that had only waited was not reported yet.
    if (isDelayed && failed.counts && event.failures === 0) {
      await reportStopped(watch, tx, { ...event, failures: 1, lastError: failed.error }, at)
    }
  })
}
