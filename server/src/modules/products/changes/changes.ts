import type { Conn } from '#platform/db'
import { type ChangesRead, readChanges } from './changes-store.ts'

/** A point in time at which this process knew of every change that had been committed. */
export type Moment = {
  readonly number: number
  /** Of all terms, then. */
  readonly termsRevision: number
}

export type Changes = {
  /** A moment after this call: what is read from now on is at least as new. Many that wait share one statement. */
  moment(): Promise<Moment>
  /** Whether what was read after one moment still held at the last one. */
  holds(topic: string, since: Moment): boolean
}

/** Searches find other products, or in another order. */
export const documents = 'documents'
/** Other categories, or other names or counts of them. */
export const kinds = 'kinds'
/** What some company pays or sees. */
export const termsTopic = 'terms'
const everything = 'everything'

/** Kept by the database for ten minutes (`purge-changes.ts`). Who has not looked for so long believes nothing. */
const forgetAfterMs = 120_000
export const keptSeconds = 600
/** Above that everything is taken for changed. */
const topicsMax = 20_000

/**
 * Tells what of the catalogue has changed, to whoever remembers something of it. Exact: what holds at a moment is what a
 * statement at that moment would have read. It costs a short statement for each batch of simultaneous questions, in place
 * of one that reads the products for each.
 */
export function createChanges(conn: Conn): Changes {
  let last: ChangesRead | undefined
  let lookedAt = 0
  let number = 0
  let everythingAt = 0
  const changedAt = new Map<string, number>()
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Moment> | undefined

  function note(changed: readonly string[]): void {
    for (const topic of changed) changedAt.set(topic, number)
    if (changed.includes(everything) || changedAt.size > topicsMax) {
      everythingAt = number
      changedAt.clear()
    }
  }

  async function look(): Promise<Moment> {
    next = undefined
    const startedAt = performance.now()
    const since = startedAt - lookedAt < forgetAfterMs ? last?.snapshot : undefined
    const read = await readChanges(conn, since)
    number += 1
    note(since === undefined ? [everything] : read.changed)
    last = read
    lookedAt = startedAt
    return { number, termsRevision: read.termsRevision }
  }

  return {
    moment: () => {
      // The look that is under way may have begun before this call: the next one is what is waited for.
      next ??= running.then(look, look)
      running = next
      return next
    },
    holds: (topic, since) =>
      everythingAt <= since.number && (changedAt.get(topic) ?? 0) <= since.number,
  }
}
