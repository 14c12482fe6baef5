import { AsyncLocalStorage } from 'node:async_hooks'
import { secondsMs } from '#kernel/time'
import type { FxDeps } from './deps.ts'
import { stateAt } from './rate-set.ts'
import { findLatestSet } from './store.ts'

export const staleKey = 'i18n.fx-rates.stale-grace-window'

/** Of one process. The incident counts how often it was seen; each conversion would be too much. */
const everyMs = secondsMs(60)

/**
 * Tells the operators that conversions are served from stale rates. Not part of the conversion: that may run in a
 * transaction, which could roll back what was noticed, and must not wait for it.
 */
export function createStaleNotice(deps: FxDeps): () => void {
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + everyMs
    outsideOfRequests(() => tell(deps)).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Stale exchange rates could not be reported.')
    })
  }
}

async function tell({ database, incidents, windows, now }: FxDeps): Promise<void> {
  await database.transaction(async (tx) => {
    const at = now()
    const set = await findLatestSet(tx)
    // A newer set may have come in the meantime, and has cleared the incident: it must not be opened again.
    if (!set || stateAt(set.asOf, windows, at) === 'fresh') return
    await incidents.notify(tx, {
      key: staleKey,
      severity: 'warning',
      summary: `Prices are converted with the exchange rates of ${set.asOf.toISOString()}.`,
      details: { rateSetId: set.id, asOf: set.asOf.toISOString(), provider: set.provider },
      dedupeKey: 'rates',
      now: at,
    })
  })
}
