import type { Conn, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { dueTopic } from '../topics.ts'
import type { SetAsideEvent } from './set-aside-event.ts'
import {
  deleteSetAside,
  type ListedSetAside,
  listSetAside,
  makeLineDue,
  type SetAsidePage,
} from './set-aside-store.ts'
import { reportIfWell, type SetAsideWatch } from './watch.ts'

/** The set-aside events, and what operators may do about them. All functions but the list run in the caller's transaction. */
export type SetAsideEvents = {
  list(conn: Conn, page: SetAsidePage): Promise<ListedSetAside[]>
  /**
   * Retries the first event of the line at once, and the others after it. Returns undefined if the event is no longer set aside.
   */
  retry(
    tx: Tx,
    subscription: string,
    eventId: string,
    now: Date,
  ): Promise<SetAsideEvent | undefined>
  /** Discards the event: it is never recorded, and its line continues. Returns undefined if the event is no longer set aside. */
  discard(
    tx: Tx,
    subscription: string,
    eventId: string,
    now: Date,
  ): Promise<SetAsideEvent | undefined>
}

export function createSetAsideEvents(watch: SetAsideWatch): SetAsideEvents {
  return {
    list: listSetAside,
    retry: async (tx, subscription, eventId, now) => {
      const event = await makeLineDue(tx, subscription, eventId, now)
      if (event) ringAfterCommit(tx, dueTopic)
      return event
    },
    discard: async (tx, subscription, eventId, now) => {
      const event = await deleteSetAside(tx, subscription, eventId)
      if (!event) return undefined
      ringAfterCommit(tx, dueTopic)
      await reportIfWell(watch, tx, subscription, now)
      return event
    },
  }
}
