import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import { isCurrency, type Money, roundToMoney } from '#kernel/money'
import type { Conn } from '#platform/db'
import { noticeAge } from './age-notice.ts'
import type { PastRate, Rate, RateTable } from './conversion.ts'
import type { FxDeps } from './deps.ts'
import { fail, ratesExpired } from './failures.ts'
import { type FetchOutcome, fetchRates, ratesTopic } from './fetching/fetch-rates.ts'
import { fetchReferenceRates } from './fetching/fetch-reference-rates.ts'
import { createFindUsable } from './find-usable.ts'
import type { HeldRate } from './held/held-rate.ts'
import { releaseRate } from './held/release-rate.ts'
import { requestFetch } from './jobs.ts'
import { pastRate } from './past-rate.ts'
import { crossRate, crossStateAt, datedOf, type FxState, type RateSet } from './rate-set.ts'
import { createRateSets } from './rate-sets.ts'
import { rateTable } from './rate-table.ts'
import { type FxReading, readFx } from './reading.ts'

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
   * Throws `fx.rate_unavailable` when there is no rate, and `fx.rates_expired` when all rates are too old: a missing
   * rate is an error and never 1.
   */
  rate(conn: Conn, from: string, to: string, now: Date): Promise<Rate>
  /**
   * The rates of one set into one currency. The set is the named one while it is usable, otherwise the latest. Throws
   * like `rate` when no set is usable.
   */
  ratesInto(conn: Conn, to: string, now: Date, rateSetId?: string): Promise<RateTable>
  /**
   * The rate at a past moment, by the reference rates of the European Central Bank where we have them. It is for
   * reports, which charge nobody. Undefined when we know no rate of that time.
   */
  rateAsOf(conn: Conn, from: string, to: string, at: Date): Promise<PastRate | undefined>
  /** Rounded half to even to the minor units of the target, once. */
  convert(input: ConvertInput): Promise<Converted>
  /** The value of one unit of `base` in each currency. By default `base` is the currency of the provider. */
  list(base?: string): Promise<ListedRates>
  /** Fetches the rates of the provider when they are due. Throws `RatesNotFetched`. */
  fetchRates(signal?: AbortSignal): Promise<FetchOutcome>
  /** Fetches the rates of the European Central Bank when they are due. */
  fetchReferenceRates(signal?: AbortSignal): Promise<void>
  /** Notifies the operators when the rates are stale or expired, and when they are fresh again. */
  noticeAge(): Promise<void>
  /** An operator takes a held rate into use. */
  releaseRate(actor: Actor, id: string): Promise<HeldRate>
  /** A worker fetches the rates soon, when they are due. */
  requestFetch(): Promise<void>
  reading(): Promise<FxReading>
}

/** Larger results are refused. */
const amountMax = new Decimal('1e15')

export function createFx(deps: FxDeps): Fx {
  const { database, metrics, now, windows } = deps
  const sets = createRateSets()
  deps.wake.listen(ratesTopic, sets.forgetLatest)
  metrics.observed('fx_rate_set_age_seconds', 'Age of the exchange rates by their as-of.', () => {
    const known = sets.known()
    return known && (now().getTime() - known.asOf.getTime()) / 1_000
  })
  const findUsable = createFindUsable(deps, sets)

  async function rate(conn: Conn, from: string, to: string, at: Date): Promise<Rate> {
    assertCurrenciesKnown(from, to)
    if (from === to) return { rate: new Decimal(1), rateSetId: undefined, asOf: at, state: 'fresh' }
    const { set } = await findUsable(conn, at)
    const found = crossRate(set, from, to)
    if (!found) throw fail('rate_unavailable', { from, to })
    const { asOf } = datedOf(set, from, to)
    const state = crossStateAt(set, from, to, windows, at)
    if (state === 'expired') throw ratesExpired(set, asOf)
    return { rate: found, rateSetId: set.id, asOf, state }
  }

  return {
    rate,
    ratesInto: async (conn, to, at, rateSetId) => {
      assertCurrenciesKnown(to)
      return rateTable(await findUsable(conn, at, rateSetId), windows, to, at)
    },
    rateAsOf: (conn, from, to, at) => pastRate(conn, windows, from, to, at),
    fetchReferenceRates: (signal) => fetchReferenceRates(deps, signal),
    convert: async ({ amount, from, to }) => {
      const found = await rate(database.pool, from, to, now())
      const converted = found.rate.times(amount)
      if (converted.abs().gte(amountMax)) throw fail('amount_too_large')
      return { ...found, amount: roundToMoney(converted, to) }
    },
    list: async (requestedBase) => {
      if (requestedBase !== undefined) assertCurrenciesKnown(requestedBase)
      const { set, state } = await findUsable(database.pool, now())
      const base = requestedBase ?? set.base
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
    releaseRate: async (actor, id) => {
      const released = await releaseRate(deps, actor, id)
      sets.forgetLatest()
      return released
    },
    noticeAge: () => noticeAge(deps),
    requestFetch: () => requestFetch(deps),
    reading: () => readFx(deps),
  }
}

function assertCurrenciesKnown(...currencies: readonly string[]): void {
  for (const currency of currencies) {
    if (!isCurrency(currency)) throw fail('currency_unknown', { currency: currency.slice(0, 20) })
  }
}
