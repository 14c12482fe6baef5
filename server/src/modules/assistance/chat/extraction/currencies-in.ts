import { isCurrency } from '#kernel/currency'
import { locales } from '#kernel/locale'

/** Words of buyers that `Intl` does not know. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  USD: ['bucks'],
  GBP: ['quid', 'sterling'],
  CHF: ['franken', 'sfr', 'fr'],
}

const wordsByCurrency = new Map<string, ReadonlySet<string>>()

/** Whether the text names the currency: by its code, its sign or a word of its name. */
export function namesCurrency(text: string, currency: string): boolean {
  if (!isCurrency(currency)) return false
  const words = wordsByCurrency.get(currency) ?? wordsOf(currency)
  wordsByCurrency.set(currency, words)
  const folded = text.toLowerCase()
  const found = folded.match(/\p{L}+/gu) ?? []
  const signs = folded.match(/\p{Sc}/gu) ?? []
  return [...found, ...signs].some((word) => words.has(word) || words.has(word.replace(/s$/, '')))
}

/** A cent is part of many currencies, so it names none. */
export function namesCents(text: string): boolean {
  return /(?:\bcents?\b|\bct\b|¢)/i.test(text)
}

function wordsOf(currency: string): ReadonlySet<string> {
  const names = locales.flatMap((locale) =>
    (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
      [1, 5].map((amount) =>
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
          .formatToParts(amount)
          .filter(({ type }) => type === 'currency')
          .map(({ value }) => value.toLowerCase())
          .join(' '),
      ),
    ),
  )
  const words = names.flatMap((name) => name.match(/\p{L}+|\p{Sc}/gu) ?? [])
  return new Set([
    ...words,
    ...words.map((word) => word.replace(/s$/, '')),
    ...(otherWords[currency] ?? []),
  ])
}
