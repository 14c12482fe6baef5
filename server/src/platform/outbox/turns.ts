import { type Loop, leaseFor } from '#platform/leases'
import { type Advance, advance } from './advance.ts'
import type { DispatcherOptions } from './dispatcher-options.ts'
import { insertPlaces, subscriptionQueue } from './place.ts'
import { numberEvents } from './sequencer.ts'
import { recordDue } from './set-aside/record-due.ts'
import { nobodyWatches } from './set-aside/watch.ts'
import type { Subscription } from './subscription.ts'
import { createTail } from './tail.ts'
import { numberedTopic } from './topics.ts'

/** The work of a dispatcher in one turn of a loop. */
export type Turns = {
  /** Numbers one batch of the log, wakes its readers, and returns how many events the batch had. */
  number(isCertain?: boolean): Promise<number>
  /** Moves one subscription by one batch. */
  move(subscription: Subscription, isCertain?: boolean): Promise<Advance>
  /** Retries one set-aside event. An event that fails is no longer due, so there may be another one. */
  retry(): ReturnType<typeof recordDue>
}

/** The loop in this process that moves a subscription. */
export type Follower = { readonly subscription: Subscription; readonly loop: Loop }

/** `followers` returns the loops that run now. */
export function createTurns(
  options: DispatcherOptions,
  followers: () => readonly Follower[],
): Turns {
  const { database, subscriptions, wake, now, log, metrics, watch = nobodyWatches } = options
  const published = metrics?.counter('events_total', 'Events of the log.', ['type'])
  const tail = createTail()
  const { token: leaseToken } = leaseFor(subscriptionQueue, now())
  let placed: Promise<void> | undefined

  /** PostgreSQL may be away at the start. If this fails, the next turn tries again. */
  const insertPlacesOnce = () => {
    placed ??= insertPlaces(database.pool, subscriptions, now()).catch((error) => {
      placed = undefined
      throw error
    })
    return placed
  }

  return {
    number: async (isCertain = false) => {
      const events = await numberEvents(database, isCertain)
      tail.add(events)
      for (const { type } of events) published?.add({ type })
      // This process wakes the subscriptions that an event concerns. Other processes only get its type.
      for (const { subscription, loop } of followers()) {
        if (events.some((event) => subscription.concerns(event))) loop.ring()
      }
      for (const type of new Set(events.map((event) => event.type))) {
        wake.ringElsewhere(numberedTopic(type))
      }
      return events.length
    },
    move: async (subscription, isCertain = false) => {
      await insertPlacesOnce()
      return advance({ database, now, log, tail, watch, leaseToken }, subscription, isCertain)
    },
    retry: () => recordDue({ database, now, log, watch, leaseToken }, subscriptions),
  }
}
