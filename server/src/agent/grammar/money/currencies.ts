import { isCurrency } from '#kernel/currency'
import type { Token } from '../tokens.ts'

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
}
const names: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  franken: 'CHF',
  francs: 'CHF',
  sfr: 'CHF',
  pounds: 'GBP',
  pound: 'GBP',
  quid: 'GBP',
  pfund: 'GBP',
  yen: 'JPY',
  zloty: 'PLN',
  złoty: 'PLN',
  cent: 'cent',
  cents: 'cent',
  ct: 'cent',
}
const dollars = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'])
const crowns = new Set(['SEK', 'NOK', 'DKK', 'ISK'])

export type CurrencyFound = { readonly code: string | undefined; readonly next: number }

/** The currency that begins at a token. Its code is undefined when nobody can know which one is meant. */
export function currencyAt(
  tokens: readonly Token[],
  at: number,
  currency: string,
): CurrencyFound | undefined {
  const token = tokens[at]
  if (!token) return undefined
  const { text, lower } = token
  const next = at + 1
  if (isMass(tokens, at)) return undefined
  const symbol = symbols[text] ?? names[lower]
  if (symbol) return { code: symbol, next }
  if (text === '$' || lower === 'dollar' || lower === 'dollars' || lower === 'bucks') {
    return { code: dollars.has(currency) ? currency : 'USD', next }
  }
  if (text === 'US' && tokens[next]?.text === '$') return { code: 'USD', next: next + 1 }
  if (lower === 'kr' || lower === 'kronen' || lower === 'kronor' || lower === 'kroner') {
    return { code: crowns.has(currency) ? currency : undefined, next }
  }
  if (
    /^[a-z]{3}$/i.test(text) &&
    (text === text.toUpperCase() ||
      lower === 'eur' ||
      lower === 'chf' ||
      lower === 'usd' ||
      lower === 'gbp')
  ) {
    const code = text.toUpperCase()
    if (isCurrency(code) && !notCurrencies.has(text)) return { code, next }
  }
  return undefined
}
/** `50 pounds of coffee` is a mass. */
function isMass(tokens: readonly Token[], at: number): boolean {
  const [name, after] = [tokens[at]?.lower ?? '', tokens[at + 1]]
  if (name === 'pfund') return after?.kind === 'word' && /^\p{Lu}/u.test(after.text)
  return (name === 'pounds' || name === 'pound') && after?.lower === 'of'
}

/** Words in capitals that are codes of currencies too. */
const notCurrencies = new Set([
  'ALL',
  'TOP',
  'MOP',
  'LED',
  'SOS',
  'TRY',
  'GEL',
  'BAM',
  'PEN',
  'CUP',
])
