import type { Locale } from '#kernel/locale'
import { numberOf, type Quantity } from '#kernel/quantity'

/**
 * How each language writes numbers and dates. English has day before month, as all of Europe writes it. The time zone is UTC
 * everywhere, and texts say so where a time of day matters.
 */
export const formatTags: Readonly<Record<Locale, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
}

type MoneyText = { readonly amount: string; readonly currency: string }

/** Intl writes narrow spaces that some fonts and terminals lack. A plain no-break space keeps amounts together too. */
const plainSpaces = (text: string) => text.replaceAll('\u202f', '\u00a0')

/** `1,234.50 EUR`, `1.234,50 EUR`. The code says which currency it is: `$` would not. */
export function formatMoney(locale: Locale, { amount, currency }: MoneyText): string {
  return `${formatDecimal(locale, amount)} ${currency}`
}

/** All decimals of the text, exactly, however many digits it has: unit prices have up to six. */
export function formatDecimal(locale: Locale, decimal: string): string {
  const decimals = decimal.split('.')[1]?.length ?? 0
  // Intl reads a decimal string without rounding it. Its type knows this as a template only.
  return plainSpaces(decimalFormat(locale, decimals).format(decimal as `${number}`))
}

/** `1,234`, `2.5`: with the decimals that it has. */
export function formatQuantity(locale: Locale, quantity: Quantity): string {
  return formatDecimal(locale, String(numberOf(quantity)))
}

/** `23 November 2026`, `23. November 2026`. */
export function formatDate(locale: Locale, at: Date): string {
  return plainSpaces(dateFormat(locale).format(at))
}

/** The date and the time of day, in UTC: `23 November 2026 at 08:15 UTC`. */
export function formatInstant(locale: Locale, at: Date): string {
  return plainSpaces(instantFormat(locale).format(at))
}

/** A formatter is costly to make, so each is made once. */
function memoizeFormat<Args extends readonly (string | number)[], Made>(
  make: (...args: Args) => Made,
) {
  const made = new Map<string, Made>()
  return (...args: Args): Made => {
    const key = args.join(' ')
    const known = made.get(key) ?? make(...args)
    made.set(key, known)
    return known
  }
}

const decimalFormat = memoizeFormat(
  (locale: Locale, decimals: number) =>
    new Intl.NumberFormat(formatTags[locale], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
)

const dateFormat = memoizeFormat(
  (locale: Locale) =>
    new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'long', timeZone: 'UTC' }),
)

const instantFormat = memoizeFormat(
  (locale: Locale) =>
    new Intl.DateTimeFormat(formatTags[locale], {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)
