import { Failure } from '#kernel/failure'
import type { Fx } from '#modules/fx'
import type { Conn } from '#platform/db'
import type { PriceScale } from './search-query.ts'

type Deps = { readonly fx: Fx; readonly now: () => Date }

/**
 * How prices are compared. Where the request depends on it (a bound, an order by price, a currency asked for) a missing
 * rate refuses the request: comparing without it would be a wrong filter that nobody sees. Elsewhere the prices that
 * have no rate are only left out of the price ranges.
 */
export async function priceScale(
  { fx, now }: Deps,
  conn: Conn,
  currencies: readonly string[],
  target: string,
  needed: boolean,
): Promise<PriceScale> {
  const from: string[] = []
  const rates: string[] = []
  for (const currency of currencies) {
    try {
      const { rate } = await fx.rate(conn, currency, target, now())
      from.push(currency)
      rates.push(rate.toFixed())
    } catch (error) {
      if (needed || !(error instanceof Failure)) throw error
    }
  }
  const [only] = currencies
  if (from.length === 0 && only !== undefined && currencies.length === 1) {
    return { currency: only, from: [only], rates: ['1'] }
  }
  return { currency: target, from, rates }
}
