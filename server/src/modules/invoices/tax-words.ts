import type { TaxShare } from '#modules/totals'
import type { Invoice } from './invoice.ts'

/** The reasons in the words of the directive, by its code. */
const reasonsByCode: Readonly<Record<string, string>> = {
  'VATEX-EU-IC': 'Intra-Community supply, exempt: article 138 of Directive 2006/112/EC.',
  'VATEX-EU-G': 'Export, exempt: article 146 of Directive 2006/112/EC.',
  'VATEX-EU-132': 'Exempt: article 132 of Directive 2006/112/EC.',
  'VATEX-EU-AE': 'Reverse charge: the recipient owes the tax.',
}

/** The reasons for countries outside of the directive, which have no code. */
const reasonsByCategory: Readonly<Record<string, string>> = {
  E: 'Exempt from tax.',
  G: 'Export of goods, not taxed.',
}

/** Why there is no tax. Undefined if there is tax, or a rate of zero. */
export function reasonOf({
  category,
  reasonCode,
}: Pick<TaxShare, 'category'> & { readonly reasonCode?: string | undefined }): string | undefined {
  if (reasonCode === undefined) return reasonsByCategory[category]
  return reasonsByCode[reasonCode] ?? `Without tax: ${reasonCode}.`
}

/** The exchange rate of the tax in the currency of the taxing country, or the statement that there was none. */
export function rateNote({ total, content: { taxAccounting } }: Invoice): string | undefined {
  if (!taxAccounting) return undefined
  const { country, currency, converted } = taxAccounting
  if (!converted) {
    return `VAT of ${country}: no exchange rate to ${currency} was known when the goods were supplied.`
  }
  const { rate, provider, asOf } = converted
  return `VAT of ${country}: 1 ${total.currency} = ${rate} ${currency} (${provider}, ${asOf.slice(0, 10)}).`
}
