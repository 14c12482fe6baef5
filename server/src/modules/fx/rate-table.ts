import type { RateTable } from './conversion.ts'
import { fail } from './failures.ts'
import type { UsableSet } from './find-usable.ts'
import { crossRate, type FxWindows, windowsOf } from './rate-set.ts'

/**
 * Returns the rates of one set into one currency. Throws `fx.rate_unavailable` if the set does not contain the
 * currency.
 */
export function rateTable({ set, state }: UsableSet, windows: FxWindows, to: string): RateTable {
  if (!set.rates.has(to)) throw fail('rate_unavailable', { to })
  const conversionFrom = (from: string) => {
    const rate = crossRate(set, from, to)
    return rate && { rateSetId: set.id, rate, from, to }
  }
  return {
    to,
    rateSetId: set.id,
    asOf: set.asOf,
    state,
    usableUntil: windowsOf(set.asOf, windows).usableUntil,
    conversionFrom,
    getConversion: (from) => {
      const found = conversionFrom(from)
      if (!found) throw fail('rate_unavailable', { from, to })
      return found
    },
  }
}
