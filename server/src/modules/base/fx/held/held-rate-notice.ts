import type { Tx } from '#platform/db'
import type { FxDeps } from '../deps.ts'
import type { RateSet } from '../rate-set.ts'
import type { MovedRate } from './held-rate.ts'

const key = 'fx.rate-held'

/** Opens an incident for each currency whose newest rate waits for an operator. */
export async function noticeHeldRates(
  { incidents }: Pick<FxDeps, 'incidents'>,
  tx: Tx,
  { id, base }: RateSet,
  moved: readonly MovedRate[],
  now: Date,
): Promise<void> {
  for (const { currency, rate, rateInUse, rateInUseAsOf } of moved) {
    const asOf = rateInUseAsOf.toISOString()
    await incidents.notify(tx, {
      key,
      dedupeKey: currency,
      severity: 'warning',
      summary: `The rate of ${currency} for one ${base} moved from ${rateInUse.toFixed()} to ${rate.toFixed()}. Prices use the rate of ${asOf} until an operator releases the new one.`,
      details: {
        rateSetId: id,
        currency,
        rate: rate.toFixed(),
        rateInUse: rateInUse.toFixed(),
        asOf,
      },
      now,
    })
  }
}

/** Resolves the incident: the rate was released, or the provider no longer says it. */
export async function endHeldNotice(
  { incidents }: Pick<FxDeps, 'incidents'>,
  tx: Tx,
  currency: string,
  now: Date,
): Promise<void> {
  await incidents.resolve(tx, { key, dedupeKey: currency, now })
}
