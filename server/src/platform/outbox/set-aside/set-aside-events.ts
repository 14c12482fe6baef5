import type { Conn, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { dueTopic } from '../topics.ts'
import type { SetAsideEvent } from './set-aside-event.ts'
import {
  deleteSetAside,
  hastenLine,
  type ListedSetAside,
  listSetAside,
  type SetAsidePage,
} from './set-aside-store.ts'
import { reportIfWell, type SetAsideWatch } from './watch.ts'

/** What was set aside, and what somebody may do about it. All but the reading are participants. */
export type SetAsideEvents = {
  list(conn: Conn, page: SetAsidePage): Promise<ListedSetAside[]>
  /** The first of its line is tried at once, and the others behind it. Undefined where it is not set aside any more. */
  retry(
    tx: Tx,
    subscription: string,
    eventId: string,
    now: Date,
  ): Promise<SetAsideEvent | undefined>
  /** It is never recorded, and its line goes on. Undefined where it is not set aside any more. */
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
      const event = await hastenLine(tx, subscription, eventId, now)
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
