import { Decimal } from 'decimal.js'
import { pricePlaces } from '#kernel/money'
import type { RateTable } from '#modules/fx'
import { type AgreedList, type RateDeps, type RatesRequest, tableInto } from '#modules/products'
import type { Conn } from '#platform/db'

/** The rate from each currency of the catalogue to `currency`. */
export type PriceScale = {
  readonly currency: string
  readonly from: readonly string[]
  readonly rates: readonly Decimal[]
  /** The currencies of the catalogue without a rate. */
  readonly missing: readonly string[]
  /** The source of the rates. Undefined if nothing is converted. */
  readonly table: RateTable | undefined
  /** The agreements of the company, because a search compares the prices that it pays. */
  readonly agreed: readonly AgreedList[]
}

export type ScaleRequest = RatesRequest & {
  /** The currencies of the catalogue. */
  readonly currencies: readonly string[]
  readonly agreed: readonly AgreedList[]
  readonly target: string
}

/**
 * Decides how prices are compared. If the request depends on it (a price bound, an order by price, a requested
 * currency), it is refused without rates, and if it would find a product whose currency has none: a silent omission
 * would be a wrong filter. Otherwise prices without a rate are only omitted from the price ranges.
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
 * The smallest or the largest price that is within the bound after conversion and rounding. So a buyer finds a product
 * by the exact price that the buyer sees.
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
