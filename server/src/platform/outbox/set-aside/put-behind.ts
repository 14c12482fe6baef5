import type { Tx } from '#platform/db'
import type { LoggedEvent } from '../event.ts'
import type { Subscription } from '../subscription.ts'
import { eventsMax, SetAsideFull } from './limits.ts'
import { lineKey } from './set-aside-event.ts'
import { insertSetAside, listLines } from './set-aside-store.ts'

type Sorted = { readonly free: readonly LoggedEvent[]; readonly hasSetAside: boolean }

/**
 * Events that follow a set-aside event in its line wait behind it. The other events may be recorded. Only the worker that holds
 * the position calls this, and nobody else adds events: a line that is gone here stays gone.
 */
export async function putBehind(
  tx: Tx,
  subscription: Subscription,
  events: readonly LoggedEvent[],
  now: Date,
): Promise<Sorted> {
  const lines = await listLines(tx, subscription.name)
  const keys = new Set(lines.map(lineKey))
  const isHeld = (event: LoggedEvent) =>
    subscription.concerns(event) &&
    keys.has(lineKey({ companyId: event.companyId, line: subscription.lineOf(event) }))
  const held = events.filter(isHeld)
  if (held.length > 0) {
    const waiting = lines.reduce((sum, line) => sum + line.waiting, 0)
    if (waiting + held.length > eventsMax) throw new SetAsideFull()
    await insertSetAside(
      tx,
      held.map((event) => ({
        subscription: subscription.name,
        companyId: event.companyId,
        line: subscription.lineOf(event),
        position: event.position,
        eventId: event.id,
        type: event.type,
        failures: 0,
        lastError: undefined,
        deaths: 0,
        setAsideAt: now,
        availableAt: now,
      })),
    )
  }
  return { free: events.filter((event) => !held.includes(event)), hasSetAside: lines.length > 0 }
}
