import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'

/** Enough digits that a cross of two rates is off by less than any amount can show. */
const Precise = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -40 })

/** What one provider said at one moment. Never changed: whoever holds its id can convert as of that moment. */
export type RateSet = {
  readonly id: Id<'fxs'>
  readonly provider: string
  readonly base: string
  /** When the rates were true, by the provider's word. */
  readonly asOf: Date
  readonly fetchedAt: Date
  readonly nextUpdate: Date
  /** So many units of a currency for one of the base. The base itself is among them, as 1. */
  readonly rates: ReadonlyMap<string, Decimal>
}

export type FxState = 'fresh' | 'stale_grace'

export type FxWindows = { readonly freshHours: number; readonly graceHours: number }

/** Up to when the rates of a moment are fresh, and up to when they may be used at all; both instants included. */
export function windowsOf(asOf: Date, { freshHours, graceHours }: FxWindows) {
  return {
    freshUntil: after(asOf, hoursMs(freshHours)),
    usableUntil: after(asOf, hoursMs(freshHours + graceHours)),
  }
}

export function stateAt(asOf: Date, windows: FxWindows, now: Date): FxState | 'expired' {
  const { freshUntil, usableUntil } = windowsOf(asOf, windows)
  if (now <= freshUntil) return 'fresh'
  return now <= usableUntil ? 'stale_grace' : 'expired'
}

/**
 * One unit of `from` in units of `to`: through the base of this one set, and not rounded. Undefined where either has no
 * rate: a missing rate is never 1.
 */
export function crossRate(
  { rates }: Pick<RateSet, 'rates'>,
  from: string,
  to: string,
): Decimal | undefined {
  const ofFrom = rates.get(from)
  const ofTo = rates.get(to)
  if (!ofFrom || !ofTo) return undefined
  if (from === to) return new Precise(1)
  return new Precise(ofTo).div(ofFrom)
}
