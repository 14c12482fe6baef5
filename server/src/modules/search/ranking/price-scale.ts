import { Decimal } from 'decimal.js'
import { pricePlaces } from '#kernel/money'
import type { RateTable } from '#modules/fx'
import { type AgreedList, type RateDeps, type RatesRequest, tableInto } from '#modules/products'
import type { Conn } from '#platform/db'

/** How many of `currency` one unit of each currency of the catalogue is. */
export type PriceScale = {
  readonly currency: string
  readonly from: readonly string[]
  readonly rates: readonly Decimal[]
  /** Currencies of the catalogue that have no rate. */
  readonly missing: readonly string[]
  /** Where the rates are from. Undefined where nothing is converted. */
  readonly table: RateTable | undefined
  /** What the company has agreed on: compared are the prices it pays. */
  readonly agreed: readonly AgreedList[]
}

export type ScaleRequest = RatesRequest & {
  /** Those of the catalogue. */
  readonly currencies: readonly string[]
  readonly agreed: readonly AgreedList[]
  readonly target: string
}

/**
 * How prices are compared. Where the request depends on it (a bound, an order by price, a currency asked for) it is refused
 * without rates, and where it would find something whose currency has none: comparing without it would be a wrong filter that
 * nobody sees. Elsewhere the prices that have no rate are only left out of the price ranges.
 */
export async function priceScale(
  deps: RateDeps,
  conn: Conn,
  { currencies: ofCatalogue, agreed, target, needed, rateSetId }: ScaleRequest,
): Promise<PriceScale> {
  const currencies = [...new Set([...ofCatalogue, ...agreed.map(({ currency }) => currency)])]
  if (currencies.every((currency) => currency === target)) return inOne(target, agreed)
  const table = await tableInto(deps, conn, target, { needed, rateSetId })
  const [only] = currencies
  const found = currencies.flatMap((from) => {
    if (from === target) return [{ from, rate: one }]
    const rate = table?.conversionFrom(from)?.rate
    return rate ? [{ from, rate }] : []
  })
  const missing = currencies.filter((currency) => !found.some(({ from }) => from === currency))
  if (needed && found.length === 0) table?.getConversion(missing[0] ?? target)
  if (found.length === 0 && currencies.length === 1 && only) return inOne(only, agreed)
  return {
    currency: target,
    from: found.map(({ from }) => from),
    rates: found.map(({ rate }) => rate),
    missing,
    table,
    agreed,
  }
}

const one = new Decimal(1)

function inOne(currency: string, agreed: readonly AgreedList[]): PriceScale {
  return { currency, from: [currency], rates: [one], missing: [], table: undefined, agreed }
}

const Exact = Decimal.clone({ precision: 80 })
const step = new Exact(10).pow(-pricePlaces)

/**
 * The smallest price, or the largest one, that is within the bound once it is converted at this rate and rounded as it
 * is shown. So a product is found by the very price that a buyer sees of it.
 */
export function boundIn(rate: Decimal, bound: Decimal, side: 'least' | 'most'): Decimal {
  const half = step.div(2)
  if (side === 'least') {
    const shown = new Exact(bound).toDecimalPlaces(pricePlaces, Decimal.ROUND_CEIL)
    return shown.minus(half).div(rate).toDecimalPlaces(pricePlaces, Decimal.ROUND_CEIL)
  }
  const shown = new Exact(bound).toDecimalPlaces(pricePlaces, Decimal.ROUND_FLOOR)
  return shown.plus(half).div(rate).toDecimalPlaces(pricePlaces, Decimal.ROUND_CEIL).minus(step)
}
