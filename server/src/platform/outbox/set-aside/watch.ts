import type { Tx } from '#platform/db'
import type { SetAsideEvent } from './set-aside-event.ts'
import { hasSetAside, lockSubscription } from './set-aside-store.ts'

/** Called in the transaction that sets an event aside or settles the last one. */
export type SetAsideWatch = {
  /** A line of the subscription has stopped at this event. */
  stopped(tx: Tx, event: SetAsideEvent, now: Date): Promise<void>
  /** Nothing of the subscription is set aside any more. */
  well(tx: Tx, subscription: string, now: Date): Promise<void>
}

export const nobodyWatches: SetAsideWatch = {
  stopped: async () => undefined,
  well: async () => undefined,
}

/** Takes the lock first. Otherwise one process could report recovery while another sets an event of the subscription aside. */
export async function reportStopped(
  watch: SetAsideWatch,
  tx: Tx,
  event: SetAsideEvent,
  now: Date,
): Promise<void> {
  await lockSubscription(tx, event.subscription)
  await watch.stopped(tx, event, now)
}

export async function reportIfWell(
  watch: SetAsideWatch,
  tx: Tx,
  subscription: string,
  now: Date,
): Promise<void> {
  await lockSubscription(tx, subscription)
  if (!(await hasSetAside(tx, subscription))) await watch.well(tx, subscription, now)
}
