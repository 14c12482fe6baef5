import type { Tx } from '#platform/db'
import type { SetAsideEvent } from './set-aside-event.ts'
import { hasSetAside, lockSubscription } from './set-aside-store.ts'

/** Whoever is told, in the transaction that sees it. */
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

/** Else one could say that a subscription is well while another one sets an event of it aside. */
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
