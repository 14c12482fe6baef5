import type { Tx } from '#platform/db'
import { type CompanyPage, type LoggedEvent, readCompanyEvents } from '#platform/outbox'
import { insertDeliveries, recordedOf } from './record-store.ts'
import { messageOf } from './subscriber.ts'

export type Missing = Pick<CompanyPage, 'since' | 'until' | 'types'> & {
  readonly companyId: string
  readonly endpointId: string
}

/** One call records so many; what it has recorded is not missing any more, so the same call again goes on. */
export const missingMax = 1_000
const pagesMax = 20

/**
 * Events of the window that the subscription names and that have no delivery to it: they are older than it, or than the
 * kinds it names now. A delivery has the id that recording would have given it, so none is made twice.
 */
export async function findMissing(
  tx: Tx,
  { companyId, endpointId, ...window }: Missing,
): Promise<LoggedEvent[]> {
  const missing: LoggedEvent[] = []
  let after: LoggedEvent | undefined
  for (let page = 0; page < pagesMax && missing.length < missingMax; page += 1) {
    const events = await readCompanyEvents(tx, companyId, { ...window, after, limit: missingMax })
    if (events.length === 0) break
    const recorded = await recordedOf(tx, companyId, endpointId, events)
    missing.push(...events.filter(({ id }) => !recorded.has(id)))
    after = events.at(-1)
  }
  return missing.slice(0, missingMax)
}

export function recordMissing(
  tx: Tx,
  endpointId: string,
  missing: readonly LoggedEvent[],
  now: Date,
): Promise<number> {
  const messages = missing.map((event) => ({ ...messageOf(event), onlyEndpoint: endpointId }))
  return insertDeliveries(tx, messages, now)
}
