import { after, type Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { LoggedEvent } from '../event.ts'
import { lockPlace, movePlace, type Place } from '../place.ts'
import type { Subscription } from '../subscription.ts'
import { eventsMax, failingMsMin, failuresMin, linesMax } from './limits.ts'
import { retryMsMin } from './retry-ms.ts'
import { insertSetAside, listLines } from './set-aside-store.ts'
import { reportStopped, type SetAsideWatch } from './watch.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly watch: SetAsideWatch
}

/** Whether the event has failed so often, and for so long, that the event itself must be the cause. */
export function isProven({ failing }: Place, event: LoggedEvent, now: Date): boolean {
  if (failing?.eventId !== event.id) return false
  const isLong = now.getTime() - failing.since.getTime() >= failingMsMin
  return isLong && failing.failures + 1 >= failuresMin
}

/**
 * Moves the position past an event that was tried alone. `passed`: done, or another worker has moved the position meanwhile.
 * `full`: the limit of set-aside events is reached, so the position stays.
 */
export async function setAside(
  { database, now, watch }: Deps,
  subscription: Subscription,
  {
    place,
    event,
    error,
    deaths = 0,
  }: {
    readonly place: Place
    readonly event: LoggedEvent
    readonly error: string
    /** The number of processes that have died over it. */
    readonly deaths?: number
  },
): Promise<'passed' | 'full'> {
  const at = now()
  return database.transaction(async (tx) => {
    if (!(await lockPlace(tx, subscription, place))) return 'passed'
    const lines = await listLines(tx, subscription.name)
    const events = lines.reduce((sum, line) => sum + line.waiting, 0)
    if (lines.length >= linesMax || events >= eventsMax) return 'full'
    const row = {
      subscription: subscription.name,
      companyId: event.companyId,
      line: subscription.lineOf(event),
      position: event.position,
      eventId: event.id,
      type: event.type,
      failures: deaths > 0 ? deaths : (place.failing?.failures ?? 0) + 1,
      lastError: error,
      deaths,
      setAsideAt: at,
      availableAt: after(at, retryMsMin),
    }
    await insertSetAside(tx, [row])
    await reportStopped(watch, tx, row, at)
    movePlace(tx, subscription, place, { position: event.position, hasSetAside: true })
    crashPoint('outbox.event.set_aside')
    return 'passed'
  })
}
