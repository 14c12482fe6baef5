import { after, type Clock } from '#kernel/time'
import { type Database, isConnectionLost } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { WorkLog } from '#platform/leases'
import { sentenceOf } from '../sentence-of.ts'
import { findEvents } from '../store.ts'
import type { Subscription } from '../subscription.ts'
import { isOfEvent } from './is-of-event.ts'
import { retryMs } from './retry-ms.ts'
import type { SetAsideEvent } from './set-aside-event.ts'
import { delaySetAside, deleteSetAside, takeDue } from './set-aside-store.ts'
import { type SetAsideWatch, tellIfWell, tellStopped } from './watch.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly log: WorkLog
  readonly watch: SetAsideWatch
}

/**
 * Tries one event that is the first of its line and due: what it records and the end of its row are one transaction, so any
 * number of workers may do this. `recorded`: there may be more behind it.
 */
export async function recordDue(
  deps: Deps,
  subscriptions: readonly Subscription[],
): Promise<'recorded' | 'failed' | 'nothing'> {
  const { database, now, watch } = deps
  const names = subscriptions.map(({ name }) => name)
  let tried: SetAsideEvent | undefined
  try {
    return await database.transaction(async (tx) => {
      const due = await takeDue(tx, names, now())
      if (!due) return 'nothing'
      tried = due
      const [event] = await findEvents(tx, due.companyId, [due.eventId])
      if (!event) throw new Error('The event is not in the log any more: discard it.')
      const subscription = subscriptions.find(({ name }) => name === due.subscription)
      await subscription?.record(tx, [event])
      await deleteSetAside(tx, due.subscription, due.eventId)
      await tellIfWell(watch, tx, due.subscription, now())
      crashPoint('outbox.set_aside.recorded')
      return 'recorded'
    })
  } catch (error) {
    if (!tried || isConnectionLost(error)) throw error
    await delay(deps, tried, error)
    return 'failed'
  }
}

async function delay(
  { database, now, log, watch }: Deps,
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
    const isDelayed = await delaySetAside(tx, event, failed)
    // Of one that had only waited nobody has heard yet.
    if (isDelayed && failed.counts && event.failures === 0) {
      await tellStopped(watch, tx, { ...event, failures: 1, lastError: failed.error }, at)
    }
  })
}
