import { after, type Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { processDied, type WorkLog } from '#platform/leases'
import type { LoggedEvent } from './event.ts'
import { delayPlace, movePlace, type Place } from './place.ts'
import { sentenceOf } from './sentence-of.ts'
import { isOfEvent } from './set-aside/is-of-event.ts'
import { linesMax } from './set-aside/limits.ts'
import { isProven, setAside } from './set-aside/set-aside.ts'
import type { SetAsideWatch } from './set-aside/watch.ts'
import { readBetween } from './store.ts'
import type { Subscription } from './subscription.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly log: WorkLog
  readonly watch: SetAsideWatch
}

/** The events that were being recorded when the failure came, and their position. */
export type Tried = { readonly place: Place; readonly events: readonly LoggedEvent[] }

const retryMsMin = 1_000
const retryMsMax = 60_000

/**
 * After a failure the position waits, longer each time, and then its events are tried one by one. An event that fails alone again
 * and again is set aside, and the position moves on without it.
 */
export async function failOrSetAside(
  deps: Deps,
  subscription: Subscription,
  { place, events }: Tried,
  error: unknown,
): Promise<'moved' | 'failed'> {
  const { database, now, log } = deps
  const at = now()
  const retryInMs = Math.min(retryMsMin * 2 ** Math.min(place.failures, 10), retryMsMax)
  const { position } = place
  const fields = { subscription: subscription.name, position, err: error, retryInMs }
  log.error(fields, 'A subscription failed to record events.')

  const [first, second] = events
  const suspect = !second && isOfEvent(error) ? first : undefined
  let sentence = sentenceOf(error)
  if (suspect && isProven(place, suspect, at)) {
    const done = await setAside(deps, subscription, { place, event: suspect, error: sentence })
    if (done === 'passed') {
      const { id: eventId } = suspect
      log.warn({ subscription: subscription.name, eventId }, 'An event was set aside.')
      return 'moved'
    }
    sentence = fullSentence(sentence)
  }
  await delayPlace(database, subscription, {
    place,
    singlyUntil: events.at(-1)?.position ?? position,
    suspectId: suspect?.id,
    availableAt: after(at, retryInMs),
    error: sentence,
    now: at,
  })
  return 'failed'
}

const fullSentence = (error: string) =>
  `The limit of ${linesMax} set-aside lines is reached, so the subscription stops: ${error}`

/**
 * Sets the event at the position aside: processes have died over it, the last one while it recorded nothing else of the
 * subscription.
 */
export async function setAsidePoison(
  deps: Deps,
  subscription: Subscription,
  place: Place,
): Promise<'moved' | 'failed'> {
  const { database, now, log } = deps
  const { position, head, deaths } = place
  const event = await database.transaction(async (tx) => {
    const range = { after: position, to: head, types: subscription.types, limit: 1 }
    const [first] = await readBetween(tx, range)
    // The log no longer has the event.
    if (!first) movePlace(tx, subscription, place, { ...place, position: head })
    return first
  })
  if (!event) return 'moved'
  const poison = { place, event, error: processDied, deaths }
  if ((await setAside(deps, subscription, poison)) === 'passed') {
    const fields = { subscription: subscription.name, eventId: event.id, deaths }
    log.warn(fields, 'An event was set aside: it has killed the processes that recorded it.')
    return 'moved'
  }
  const at = now()
  await delayPlace(database, subscription, {
    place,
    singlyUntil: event.position,
    suspectId: undefined,
    availableAt: after(at, retryMsMax),
    error: fullSentence(processDied),
    now: at,
  })
  return 'failed'
}
