import type { LineTax } from '#modules/totals'

/** Amounts with the same key are one line of a document's tax breakdown. A document is taxed in one country. */
export function taxKey({ category, rate, reasonCode }: Omit<LineTax, 'amount'>): string {
  return `${category} ${rate} ${reasonCode ?? ''}`
}

/** Amounts of several documents that are taxed alike. The documents may be taxed in several countries. */
export function countryTaxKey(tax: Omit<LineTax, 'amount'>): string {
  return `${taxKey(tax)} ${tax.country ?? ''}`
}
