import { AsyncLocalStorage } from 'node:async_hooks'
import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { noticeAge } from './age-notice.ts'
import type { FxDeps } from './deps.ts'
import { fail, ratesExpired } from './failures.ts'
import { type FxState, type RateSet, stateAt } from './rate-set.ts'
import type { RateSets } from './rate-sets.ts'

export type UsableSet = { readonly set: RateSet; readonly state: FxState }

/**
 * Finds the set to use at a moment: the named set while it is usable, otherwise the latest one. Throws
 * `fx.rate_unavailable` when there is no set, and `fx.rates_expired` when the latest one is too old.
 */
export type FindUsable = (conn: Conn, at: Date, rateSetId?: string) => Promise<UsableSet>

/** What the health surfaces count over 24 hours. */
export const servedTally = {
  fresh: 'fx.served.fresh',
  stale_grace: 'fx.served.stale_grace',
  expired: 'fx.refused.expired',
} as const

/** Counts each use of a set by its state, and notifies operators when the set is old. */
export function createFindUsable(deps: FxDeps, sets: RateSets): FindUsable {
  const { metrics, tallies, windows } = deps
  const noticeStale = createStaleNotice(deps)
  const served = metrics.counter('fx_conversions_total', 'Rate tables that were served.', ['state'])
  return async (conn, at, rateSetId) => {
    const named = rateSetId === undefined ? undefined : await sets.find(conn, rateSetId)
    const isUsable = named && stateAt(named, windows, at) !== 'expired'
    const set = isUsable ? named : await sets.latest(conn)
    if (!set) throw fail('rate_unavailable')
    const state = stateAt(set, windows, at)
    served.add({ state })
    tallies.add(servedTally[state])
    if (state !== 'fresh') noticeStale()
    if (state === 'expired') {
      throw ratesExpired(set, set.asOf)
    }
    return { set, state }
  }
}

/** The limit of each process. One notice for each conversion would be too many. */
const everyMs = secondsMs(60)

/**
 * Notifies operators that conversions use stale rates, or are refused because the rates are expired. It does not run in
 * the conversion's transaction: a rollback would remove the notice, and the conversion must not wait for it.
 */
function createStaleNotice(deps: FxDeps): () => void {
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + everyMs
    outsideOfRequests(() => noticeAge(deps)).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Stale exchange rates could not be reported.')
    })
  }
}
