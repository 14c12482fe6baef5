import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { RateSet } from './rate-set.ts'
import { findLatestSet, findSet } from './store.ts'

/** The sets as this process has read them: what was read can never become wrong, only cease to be the latest. */
export type RateSets = {
  latest(conn: Conn): Promise<RateSet | undefined>
  find(conn: Conn, id: string): Promise<RateSet | undefined>
  /** There is a newer one. */
  forgetLatest(): void
  /** The latest as it was read last, without looking. */
  known(): RateSet | undefined
}

/** Where no ring tells of a new set, it is found after this time. */
const latestMs = secondsMs(5)
const keptMax = 20

export function createRateSets(): RateSets {
  const kept = new Map<string, RateSet>()
  let latest: { readonly set: RateSet; readonly until: number } | undefined
  let last: RateSet | undefined
  /** A set that was read while a newer one came must not be taken for the latest. */
  let turn = 0

  const keep = (set: RateSet) => {
    kept.set(set.id, set)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  }
  return {
    latest: async (conn) => {
      if (latest && performance.now() < latest.until) return latest.set
      const at = turn
      const set = await findLatestSet(conn)
      if (!set) return undefined
      keep(set)
      last = set
      if (at === turn) latest = { set, until: performance.now() + latestMs }
      return set
    },
    find: async (conn, id) => {
      const known = kept.get(id)
      if (known) return known
      const set = await findSet(conn, id)
      if (set) keep(set)
      return set
    },
    forgetLatest: () => {
      turn += 1
      latest = undefined
    },
    known: () => last,
  }
}
