import type { Tx } from '#platform/db'
import { type CompanyPage, type LoggedEvent, readCompanyEvents } from '#platform/outbox'
import { insertDeliveries, recordedOf } from '../deliveries/record-store.ts'
import { messageOf } from '../deliveries/subscriber.ts'
import type { Replay } from './replay.ts'

export type MissingWindow = Pick<CompanyPage, 'since' | 'until' | 'types'> & {
  readonly companyId: string
  readonly endpointId: string
}

export type Missing = {
  readonly missing: LoggedEvent[]
  /** The last event that was checked. */
  readonly last: Pick<LoggedEvent, 'occurredAt' | 'id'> | undefined
  /** There are no more events. */
  readonly isEnd: boolean
}

const pageMax = 1_000
const pagesMax = 20

/**
 * Finds events of the window that match the subscription's patterns and have no delivery to it: they are older than
 * the subscription, or than its present patterns. A delivery has the id that recording would have given it, so none
 * is made twice.
 */
export async function findMissing(
  tx: Tx,
  { companyId, endpointId, ...window }: MissingWindow,
  max: number,
  from?: Missing['last'],
): Promise<Missing> {
  const missing: LoggedEvent[] = []
  let last = from
  for (let page = 0; page < pagesMax; page += 1) {
    const events = await readCompanyEvents(tx, companyId, {
      ...window,
      after: last,
      limit: pageMax,
    })
    const recorded = await recordedOf(tx, companyId, endpointId, events)
    for (const event of events) {
      if (missing.length >= max) return { missing, last, isEnd: false }
      if (!recorded.has(event.id)) missing.push(event)
      last = event
    }
    if (events.length < pageMax) return { missing, last, isEnd: true }
  }
  return { missing, last, isEnd: false }
}

/** Records deliveries for the missing events of `replay`, evenly spaced over a second. */
export function recordMissing(
  tx: Tx,
  replay: Pick<Replay, 'id' | 'endpointId' | 'perSecond'>,
  missing: readonly LoggedEvent[],
  now: Date,
): Promise<number> {
  const messages = missing.map((event) => ({
    ...messageOf(event),
    onlyEndpoint: replay.endpointId,
  }))
  return insertDeliveries(tx, messages, now, replay)
}
