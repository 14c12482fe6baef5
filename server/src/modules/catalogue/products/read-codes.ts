import { countryMeant, isCountry } from '#kernel/country'
import { isCurrency } from '#kernel/money'
import { fail } from './failures.ts'

/** Throws `catalog.currency_unknown`. */
export function assertCurrencyKnown(currency: string | undefined): void {
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
}

/** Reads `eur` as EUR. Throws `catalog.currency_unknown`. */
export function readCurrency(text: string | undefined): string | undefined {
  const currency = text?.trim().toUpperCase()
  assertCurrencyKnown(currency)
  return currency
}

/** Reads `de` as DE. Throws `catalog.country_unknown`. */
export function readCountry(text: string | undefined): string | undefined {
  const country = text?.trim().toUpperCase()
  if (country !== undefined && !isCountry(country))
    throw fail('country_unknown', { country, ...countryMeant(country) })
  return country
}
