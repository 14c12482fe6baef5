import type { Conn } from '#platform/db'
import { type ChangesRead, readChanges } from './changes-store.ts'

/** A point in time up to which this process knows all committed changes. */
export type Moment = {
  readonly number: number
  /** The revision of all terms at that time. */
  readonly termsRevision: number
}

export type Changes = {
  /** Returns a moment after this call: later reads are at least as new. Concurrent callers share one statement. */
  moment(): Promise<Moment>
  /** True if a value that was read after `since` is still current at the latest moment. */
  holds(topic: string, since: Moment): boolean
}

/** The topic of search results: the found products, or their order. */
export const documents = 'documents'
/** The topic of categories: which exist, their names and counts. */
export const kinds = 'kinds'
/** The topic of the prices or assortment of any company. */
export const termsTopic = 'terms'
const everything = 'everything'

/**
 * The database keeps changes for ten minutes (`purge-changes.ts`). A process that has not read them for this long
 * treats all as changed.
 */
const forgetAfterMs = 120_000
export const keptSeconds = 600
/** Above this number, everything counts as changed. */
const topicsMax = 20_000

/**
 * Tells caches which parts of the catalogue have changed. It is exact: a value that is current at a moment is what a
 * statement at that moment would read. It costs one short statement for each batch of concurrent callers, instead of a
 * read of the products for each.
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
      // The running read may have begun before this call, so wait for the next one.
      next ??= running.then(look, look)
      running = next
      return next
    },
    holds: (topic, since) =>
      everythingAt <= since.number && (changedAt.get(topic) ?? 0) <= since.number,
  }
}
