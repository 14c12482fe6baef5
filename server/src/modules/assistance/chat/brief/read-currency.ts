import { isCurrency } from '#kernel/currency'
import { fail } from '../failures.ts'

/** Reads `eur` as EUR. Throws `chat.brief_value_invalid`. */
export function readCurrencyOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const currency = given.toUpperCase()
  if (!isCurrency(currency)) throw fail('brief_value_invalid', { field: 'currency' })
  return currency
}
