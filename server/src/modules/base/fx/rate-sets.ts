import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { RateSet } from './rate-set.ts'
import { findLatestSet, findSet } from './store.ts'

/** A cache of the sets in this process. A set never changes, so a cached set can only stop being the latest one. */
export type RateSets = {
  latest(conn: Conn): Promise<RateSet | undefined>
  find(conn: Conn, id: string): Promise<RateSet | undefined>
  /** Call it when a newer set exists. */
  forgetLatest(): void
  /** The cached latest set, without a query. */
  known(): RateSet | undefined
}

/** When a hint of a new set is lost, this process finds the set after this time. */
const latestMs = secondsMs(5)
const setsMax = 20

export function createRateSets(): RateSets {
  const byId = createLocalCache<RateSet>({ entriesMax: setsMax })
  const newest = createLocalCache<RateSet>({ entriesMax: 1, ttlMs: latestMs })
  let last: RateSet | undefined

  return {
    latest: async (conn) => {
      const known = newest.get('')
      if (known) return known
      const underWay = newest.beginRead()
      const set = await findLatestSet(conn)
      if (!set) return undefined
      underWay.keep('', set)
      byId.set(set.id, set)
      last = set
      return set
    },
    find: async (conn, id) => {
      const known = byId.get(id)
      if (known) return known
      const set = await findSet(conn, id)
      if (set) byId.set(id, set)
      return set
    },
    forgetLatest: newest.clear,
    known: () => last,
  }
}
