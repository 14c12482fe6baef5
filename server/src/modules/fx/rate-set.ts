import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'

/** With this many digits, the error of a cross rate is smaller than any amount can show. */
const Precise = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -40 })

/**
 * The rates that one provider gave at one moment. A set never changes: its id is enough to convert as of that moment.
 */
export type RateSet = {
  readonly id: Id<'fxs'>
  readonly provider: string
  readonly base: string
  /** When the rates were valid, as the provider states it. */
  readonly asOf: Date
  readonly fetchedAt: Date
  readonly nextUpdate: Date
  /** The units of each currency for one unit of the base. The base itself is in the map, as 1. */
  readonly rates: ReadonlyMap<string, Decimal>
}

export type FxState = 'fresh' | 'stale_grace'

export type FxWindows = { readonly freshHours: number; readonly graceHours: number }

/** Until when the rates of a moment are fresh, and until when they are usable. Both instants are included. */
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
 * Converts one unit of `from` to `to` through the base of this one set, without rounding. Returns undefined if either
 * currency has no rate: a missing rate is never 1.
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
