import { Decimal } from 'decimal.js'
import { type Money, minorUnitsOf, money, roundToMoney } from '#kernel/money'
import type { RateTable } from '#modules/fx'

/** Undefined: there are no rates. */
export type Rates = Pick<RateTable, 'conversionFrom'> | undefined

/** Converts the amount and rounds it once, half to even. Undefined without a rate. */
export function convert(amount: Money, currency: string, table: Rates): Money | undefined {
  if (amount.currency === currency) return amount
  if (amount.amountMinor === 0n) return money(0n, currency)
  const conversion = table?.conversionFrom(amount.currency)
  if (!conversion) return undefined
  const whole = new Decimal(amount.amountMinor.toString()).div(
    new Decimal(10).pow(minorUnitsOf(amount.currency)),
  )
  return roundToMoney(whole.times(conversion.rate), currency)
}
