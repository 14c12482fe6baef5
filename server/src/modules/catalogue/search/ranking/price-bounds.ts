import { Decimal } from 'decimal.js'
import { Failure } from '#kernel/failure'
import type { Fx } from '#modules/fx'
import type { Conn } from '#platform/db'
import type { PriceScale } from './price-scale.ts'

const boundsInEuros = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500]

/**
 * The bounds of the price ranges in the currency of the search: those of euros, times the power of ten nearest to the
 * rate. So ranges in yen begin at 100 and stay round. Without a rate they are those of euros.
 */
export async function priceBoundsOf(
  { fx, now }: { readonly fx: Pick<Fx, 'ratesInto'>; readonly now: () => Date },
  conn: Conn,
  { currency, table }: PriceScale,
): Promise<readonly string[]> {
  const rate = currency === 'EUR' ? undefined : (table ?? (await ratesInto()))
  const ofOneEuro = rate?.conversionFrom('EUR')?.rate ?? new Decimal(1)
  const power = new Decimal(10).pow(ofOneEuro.log(10).round())
  return boundsInEuros.map((bound) => power.times(bound).toFixed())

  async function ratesInto() {
    try {
      return await fx.ratesInto(conn, currency, now())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return undefined
    }
  }
}
