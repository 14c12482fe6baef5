import { Decimal } from 'decimal.js'
import { isCurrency, type Money, roundToMoney } from '#kernel/money'
import type { Conn } from '#platform/db'
import { noticeAge } from './age-notice.ts'
import type { PastRate, Rate, RateTable } from './conversion.ts'
import type { FxDeps } from './deps.ts'
import { fail } from './failures.ts'
import { type FetchOutcome, fetchRates, ratesTopic } from './fetch-rates.ts'
import { fetchReferenceRates } from './fetch-reference-rates.ts'
import { requestFetch } from './jobs.ts'
import { pastRate } from './past-rate.ts'
import { crossRate, type FxState, type RateSet, stateAt, windowsOf } from './rate-set.ts'
import { createRateSets } from './rate-sets.ts'
import { type FxReading, readFx } from './reading.ts'
import { createStaleNotice } from './stale-notice.ts'

export type ConvertInput = {
  /** A decimal with up to six decimals. */
  readonly amount: string
  readonly from: string
  readonly to: string
}

export type Converted = Rate & { readonly amount: Money }

export type ListedRates = {
  readonly set: RateSet
  readonly base: string
  readonly state: FxState
  readonly rates: readonly (readonly [currency: string, rate: Decimal])[]
}

export type Fx = {
  /**
   * Throws `fx.rate_unavailable` where there is no rate and `fx.rates_expired` where there are old ones only: a missing
   * rate is an error and never 1.
   */
  rate(conn: Conn, from: string, to: string, now: Date): Promise<Rate>
  /**
   * All rates into one currency, of one set: the latest, or the one that is named as long as it may be used. Throws as
   * `rate` does where no set can be used.
   */
  ratesInto(conn: Conn, to: string, now: Date, rateSetId?: string): Promise<RateTable>
  /**
   * As it was at a moment, by the reference rates of the European Central Bank where they are known: for what is told
   * afterwards and charges nobody. Undefined where nothing was known that could have been used then.
   */
  rateAsOf(conn: Conn, from: string, to: string, at: Date): Promise<PastRate | undefined>
  /** Rounded half to even to the minor units of the target, once. */
  convert(input: ConvertInput): Promise<Converted>
  /** For one unit of `base`, by default that of the provider. */
  list(base?: string): Promise<ListedRates>
  /** Asks the provider, when it is time to. Throws `RatesNotFetched`. */
  fetchRates(signal?: AbortSignal): Promise<FetchOutcome>
  /** Asks the European Central Bank, when it is time to. */
  fetchReferenceRates(signal?: AbortSignal): Promise<void>
  /** Tells the operators of rates that are stale or expired, and that they are fresh again. */
  noticeAge(): Promise<void>
  /** Has a worker ask the provider soon, where that is due. */
  requestFetch(): Promise<void>
  reading(): Promise<FxReading>
}

/** What has more digits than this before the point is no amount. */
const amountMax = new Decimal('1e15')

export function createFx(deps: FxDeps): Fx {
  const { database, metrics, now, windows } = deps
  const sets = createRateSets()
  deps.wake.listen(ratesTopic, sets.forgetLatest)
  const noticeStale = createStaleNotice(deps)
  const served = metrics.counter('fx_conversions_total', 'Rate tables that were served.', ['state'])
  metrics.observed('fx_rate_set_age_seconds', 'Age of the exchange rates by their as-of.', () => {
    const known = sets.known()
    return known && (now().getTime() - known.asOf.getTime()) / 1_000
  })

  async function usable(conn: Conn, at: Date, rateSetId: string | undefined) {
    const named = rateSetId === undefined ? undefined : await sets.find(conn, rateSetId)
    const isUsable = named && stateAt(named.asOf, windows, at) !== 'expired'
    const set = isUsable ? named : await sets.latest(conn)
    if (!set) throw fail('rate_unavailable')
    const state = stateAt(set.asOf, windows, at)
    served.add({ state })
    if (state !== 'fresh') noticeStale()
    if (state === 'expired') {
      throw fail('rates_expired', { asOf: set.asOf.toISOString(), rateSetId: set.id })
    }
    return { set, state }
  }

  async function ratesInto(
    conn: Conn,
    to: string,
    at: Date,
    rateSetId?: string,
  ): Promise<RateTable> {
    refuseUnknown(to)
    const { set, state } = await usable(conn, at, rateSetId)
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

  async function rate(conn: Conn, from: string, to: string, at: Date): Promise<Rate> {
    refuseUnknown(from, to)
    if (from === to) return { rate: new Decimal(1), rateSetId: undefined, asOf: at, state: 'fresh' }
    const { set, state } = await usable(conn, at, undefined)
    const found = crossRate(set, from, to)
    if (!found) throw fail('rate_unavailable', { from, to })
    return { rate: found, rateSetId: set.id, asOf: set.asOf, state }
  }

  return {
    rate,
    ratesInto,
    rateAsOf: (conn, from, to, at) => pastRate(conn, windows, from, to, at),
    fetchReferenceRates: (signal) => fetchReferenceRates(deps, signal),
    convert: async ({ amount, from, to }) => {
      const found = await rate(database.pool, from, to, now())
      const converted = found.rate.times(amount)
      if (converted.abs().gte(amountMax)) throw fail('amount_too_large')
      return { ...found, amount: roundToMoney(converted, to) }
    },
    list: async (asked) => {
      if (asked !== undefined) refuseUnknown(asked)
      const { set, state } = await usable(database.pool, now(), undefined)
      const base = asked ?? set.base
      if (!set.rates.has(base)) throw fail('rate_unavailable', { base })
      const rates = [...set.rates.keys()].sort().flatMap((currency) => {
        const found = crossRate(set, base, currency)
        return found ? [[currency, found] as const] : []
      })
      return { set, base, state, rates }
    },
    fetchRates: async (signal) => {
      const outcome = await fetchRates(deps, signal)
      sets.forgetLatest()
      return outcome
    },
    noticeAge: () => noticeAge(deps),
    requestFetch: () => requestFetch(deps),
    reading: () => readFx(deps),
  }
}

function refuseUnknown(...currencies: readonly string[]): void {
  for (const currency of currencies) {
    if (!isCurrency(currency)) throw fail('currency_unknown', { currency: currency.slice(0, 20) })
  }
}
