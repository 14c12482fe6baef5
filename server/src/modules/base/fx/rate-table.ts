import type { RateTable } from './conversion.ts'
import { fail, ratesExpired } from './failures.ts'
import type { UsableSet } from './find-usable.ts'
import { crossRate, crossStateAt, datedOf, type FxWindows, windowsOf } from './rate-set.ts'

/**
 * Returns the rates of one set into one currency. Throws `fx.rate_unavailable` if the set does not contain the
 * currency.
 */
export function rateTable(
  { set, state }: UsableSet,
  windows: FxWindows,
  to: string,
  at: Date,
): RateTable {
  if (!set.rates.has(to)) throw fail('rate_unavailable', { to })
  const isExpired = (from: string) => crossStateAt(set, from, to, windows, at) === 'expired'
  const conversionFrom = (from: string) => {
    const rate = crossRate(set, from, to)
    if (!rate || isExpired(from)) return undefined
    return { rateSetId: set.id, rate, from, to, asOf: datedOf(set, from, to).asOf }
  }
  return {
    to,
    rateSetId: set.id,
    asOf: set.asOf,
    state,
    usableUntil: usableUntil({ set, state }, windows, to, at),
    conversionFrom,
    getConversion: (from) => {
      const found = conversionFrom(from)
      if (found) return found
      if (set.rates.has(from)) throw ratesExpired(set, datedOf(set, from, to).asOf)
      throw fail('rate_unavailable', { from, to })
    },
  }
}

/** The first moment at which one of the rates that are usable now expires. */
function usableUntil({ set }: UsableSet, windows: FxWindows, to: string, at: Date): Date {
  const ends = [...set.olderRates.keys()]
    .map((from) => windowsOf(datedOf(set, from, to), windows).usableUntil)
    .filter((end) => end >= at)
  const last = windowsOf(set, windows).usableUntil
  return new Date(Math.min(...[last, ...ends].map((end) => end.getTime())))
}
