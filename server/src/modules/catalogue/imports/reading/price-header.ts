import { isCurrency } from '#kernel/money'
import { type Tax, taxOf, tokensOf, wordsOfTax } from './tax-words.ts'

/** What the header of a price says beside its name: `Preis netto (EUR)`. */
export type PriceHeader = {
  readonly tax: Tax | undefined
  readonly currency: string | undefined
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' }
const joiningWords = new Set(['in', 'en', 'je', 'de', 'la', 'gesetzl'])

/** Undefined if the header names no price. `isPrice` knows the names of prices without tax and currency. */
export function priceHeaderOf(
  header: string,
  isPrice: (name: string) => boolean,
): PriceHeader | undefined {
  const name: string[] = []
  let currency = currencySignIn(header)
  for (const token of tokensOf(header)) {
    const lower = token.toLowerCase()
    const named = currencyOf(token)
    if (named) currency = named
    else if (!wordsOfTax.has(lower) && !joiningWords.has(lower)) name.push(withoutTax(lower))
  }
  const isNamed = isPrice(name.join(''))
  return isNamed ? { tax: taxOf(header), currency } : undefined
}

function currencySignIn(header: string): string | undefined {
  return Object.entries(signs).find(([sign]) => header.includes(sign))?.[1]
}

/** A code in capitals only: `all` and `top` are words. */
function currencyOf(token: string): string | undefined {
  if (/^euros?$/i.test(token)) return 'EUR'
  return /^[A-Z]{3}$/.test(token) && isCurrency(token) ? token : undefined
}

/** `nettovk` is `vk`. */
function withoutTax(token: string): string {
  return token.replace(/^(?:netto|brutto)(?=\p{L}{2})/u, '')
}
