import type { Id } from '#kernel/id'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { Cause } from './event.ts'
import type { EventKind } from './kind.ts'
import { insertEvents } from './store.ts'
import { writtenTopic } from './topics.ts'

export type Emission<Data> = {
  readonly companyId: string
  readonly entityId: string
  readonly entityVersion: number
  readonly data: Data
  readonly occurredAt: Date
  /** Where an automation did it. */
  readonly cause?: Cause
}

/** Writes the event in the transaction that causes it: it commits or vanishes with the change it tells of. */
export async function emit<Data>(
  tx: Tx,
  kind: EventKind<Data>,
  emission: Emission<Data>,
): Promise<Id<'evt'>> {
  const [id] = await emitAll(tx, kind, [emission])
  return id as Id<'evt'>
}

/** Several events of a kind by one statement, numbered in the order given. */
export async function emitAll<Data>(
  tx: Tx,
  kind: EventKind<Data>,
  emissions: readonly Emission<Data>[],
): Promise<Id<'evt'>[]> {
  if (emissions.length === 0) return []
  const events = emissions.map((emission) => {
    kind.check(emission.data)
    return { ...emission, id: newId('evt', emission.occurredAt) }
  })
  await insertEvents(tx, kind, events)
  ringAfterCommit(tx, writtenTopic)
  return events.map((event) => event.id)
}
