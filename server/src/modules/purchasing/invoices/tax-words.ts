import { defaultLocale, type Locale } from '#kernel/locale'
import type { TaxShare } from '#modules/totals'
import { writeDocument } from './documents.ts'
import type { Invoice } from './invoice.ts'

/** The reasons in the words of the directive, by its code. */
const reasonsByCode = {
  'VATEX-EU-IC': 'reason.intra_community',
  'VATEX-EU-G': 'reason.export',
  'VATEX-EU-132': 'reason.exempt',
  'VATEX-EU-AE': 'reason.reverse_charge',
} as const

/** The reasons for countries outside of the directive, which have no code. */
const reasonsByCategory = { E: 'reason.exempt_elsewhere', G: 'reason.export_elsewhere' } as const

const entryOf = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Why there is no tax. Undefined if there is tax, or a rate of zero. The XML of a document has it in English. */
export function reasonOf(
  {
    category,
    reasonCode,
  }: Pick<TaxShare, 'category'> & { readonly reasonCode?: string | undefined },
  locale: Locale = defaultLocale,
): string | undefined {
  if (reasonCode === undefined) {
    const key = entryOf(reasonsByCategory, category)
    return key && writeDocument(locale, key)
  }
  const key = entryOf(reasonsByCode, reasonCode)
  return key
    ? writeDocument(locale, key)
    : writeDocument(locale, 'reason.other', { code: reasonCode })
}

/** The exchange rate of the tax in the currency of the taxing country, or the statement that there was none. */
export function rateNote(
  { total, content: { taxAccounting } }: Invoice,
  locale: Locale = defaultLocale,
): string | undefined {
  if (!taxAccounting) return undefined
  const { country, currency, converted } = taxAccounting
  if (!converted) return writeDocument(locale, 'no_rate', { country, currency })
  const { rate, provider, asOf } = converted
  return writeDocument(locale, 'rate', {
    country,
    currency,
    from: total.currency,
    rate,
    provider,
    date: asOf.slice(0, 10),
  })
}
