import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { after, daysMs, hoursMs } from '#kernel/time'
import { afterOpenTime } from './target-days.ts'

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
  /** When the provider expects to have newer rates. Undefined if it does not say. */
  readonly nextUpdate: Date | undefined
  /** The units of each currency for one unit of the base. The base itself is in the map, as 1. */
  readonly rates: ReadonlyMap<string, Decimal>
  /** The currencies whose newest rate is held, and since when the rate that the set has instead was true. */
  readonly olderRates: ReadonlyMap<string, Date>
}

/** What the age of rates depends on. */
export type Dated = Pick<RateSet, 'asOf' | 'nextUpdate'>

export type FxState = 'fresh' | 'stale_grace'

export type FxWindows = { readonly freshHours: number; readonly graceHours: number }

/** Rates are made for a day. A provider that announces newer ones for later than that makes them for longer. */
const madeForMs = daysMs(1)
/** The longest pause of TARGET is four days: Good Friday to Easter Monday. A later announcement is not believed. */
const announcedMaxMs = daysMs(5)

/**
 * Until when rates are fresh, and until when they are usable. Both instants are included. The age counts from a day
 * before the provider's next update. If the provider announces none, days on which TARGET is closed do not count.
 */
export function windowsOf({ asOf, nextUpdate }: Dated, { freshHours, graceHours }: FxWindows) {
  const fresh = hoursMs(freshHours)
  const usable = hoursMs(freshHours + graceHours)
  if (!nextUpdate) {
    return { freshUntil: afterOpenTime(asOf, fresh), usableUntil: afterOpenTime(asOf, usable) }
  }
  const announced = Math.min(nextUpdate.getTime() - asOf.getTime(), announcedMaxMs)
  const agesFrom = after(asOf, Math.max(0, announced - madeForMs))
  return { freshUntil: after(agesFrom, fresh), usableUntil: after(agesFrom, usable) }
}

export function stateAt(dated: Dated, windows: FxWindows, now: Date): FxState | 'expired' {
  const { freshUntil, usableUntil } = windowsOf(dated, windows)
  if (now <= freshUntil) return 'fresh'
  return now <= usableUntil ? 'stale_grace' : 'expired'
}

/** When newer rates are expected: as the provider announces, otherwise on the next day on which TARGET is open. */
export function expectedUpdate({ asOf, nextUpdate }: Dated): Date {
  return nextUpdate ?? afterOpenTime(asOf, madeForMs)
}

/** Since when the older of the two rates was true. */
export function datedOf(set: RateSet, from: string, to: string): Dated {
  const older = [from, to].flatMap((currency) => set.olderRates.get(currency) ?? [])
  if (older.length === 0) return set
  const oldest = new Date(Math.min(...older.map((asOf) => asOf.getTime())))
  // The announcement was made for the newer rates.
  return { asOf: oldest, nextUpdate: after(oldest, madeForMs) }
}

/** A rate from before the set, because the newest one is held, counts as stale. */
export function crossStateAt(
  set: RateSet,
  from: string,
  to: string,
  windows: FxWindows,
  now: Date,
): FxState | 'expired' {
  const dated = datedOf(set, from, to)
  const state = stateAt(dated, windows, now)
  return dated === set || state === 'expired' ? state : 'stale_grace'
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
