import type { Tx } from '#platform/db'
import type { FxDeps } from './deps.ts'
import { type RateSet, stateAt } from './rate-set.ts'
import { findLatestSet } from './store.ts'

const staleKey = 'i18n.fx-rates.stale-grace-window'
const expiredKey = 'fx.rates-expired'
const dedupeKey = 'rates'

/**
 * Opens an incident when the rates are stale (a warning) or expired (more severe), and resolves it when they are fresh
 * again.
 */
export async function noticeAge(deps: FxDeps): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const set = await findLatestSet(tx)
    // Without any stored set nobody relies on rates, so their absence is no incident.
    if (set) await noticeAgeOf(deps, tx, set)
  })
}

async function noticeAgeOf(
  { incidents, windows, now }: FxDeps,
  tx: Tx,
  set: RateSet,
): Promise<void> {
  const at = now()
  const asOf = set.asOf.toISOString()
  const facts = { details: { rateSetId: set.id, asOf, provider: set.provider }, dedupeKey, now: at }
  const resolve = (key: typeof staleKey | typeof expiredKey) =>
    incidents.resolve(tx, { key, dedupeKey, now: at })
  switch (stateAt(set, windows, at)) {
    case 'fresh':
      return endAgeNotices({ incidents }, tx, at)
    case 'stale_grace':
      await resolve(expiredKey)
      await incidents.notify(tx, {
        ...facts,
        key: staleKey,
        severity: 'warning',
        summary: `Prices are converted with the exchange rates of ${asOf}.`,
      })
      return
    case 'expired':
      await resolve(staleKey)
      await incidents.notify(tx, {
        ...facts,
        key: expiredKey,
        severity: 'critical',
        summary: `Nothing is converted: the newest exchange rates are of ${asOf}.`,
      })
  }
}

/** Resolves the incidents because fresh rates were stored. */
export async function endAgeNotices(
  { incidents }: Pick<FxDeps, 'incidents'>,
  tx: Tx,
  now: Date,
): Promise<void> {
  for (const key of [staleKey, expiredKey] as const)
    await incidents.resolve(tx, { key, dedupeKey, now })
}
