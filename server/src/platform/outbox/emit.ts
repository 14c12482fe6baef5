import { type Id, newId } from '#kernel/id'
import { type Gathering, type Tx, writeBeforeCommit } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { presentCause } from './cause.ts'
import type { Emission } from './emission.ts'
import type { EventKind } from './kind.ts'
import { copyEvents, insertionOf, type NewEvent } from './store.ts'
import { writtenTopic } from './topics.ts'

/** One statement writes all events of a transaction, whatever their kinds. */
const events: Gathering<NewEvent> = {
  writes: (news) => [{ name: 'emitted', statement: insertionOf(news) }],
  bulk: { from: 100, write: copyEvents },
}

/**
 * Writes the event in the transaction that causes it: it commits or vanishes with the change that it reports. Nothing in the
 * transaction can read the row, which is written just before the commit.
 */
export async function emit<Data>(
  tx: Tx,
  kind: EventKind<Data>,
  emission: Emission<Data>,
): Promise<Id<'evt'>> {
  const [id] = await emitAll(tx, kind, [emission])
  return id as Id<'evt'>
}

/** Several events of a kind, numbered in the order given. */
export async function emitAll<Data>(
  tx: Tx,
  kind: EventKind<Data>,
  emissions: readonly Emission<Data>[],
): Promise<Id<'evt'>[]> {
  if (emissions.length === 0) return []
  const { type, version, entity } = kind
  const cause = presentCause()
  const news = emissions.map((emission) => {
    kind.check(emission.data)
    const event = cause ? { cause, ...emission } : emission
    return { ...event, id: newId('evt', emission.occurredAt), type, version, entity }
  })
  writeBeforeCommit(tx, events, news)
  ringAfterCommit(tx, writtenTopic)
  return news.map((event) => event.id)
}
