import type { LineTax } from '#modules/totals'

/** Amounts with the same key share one line of a document's tax breakdown. One country taxes a document. */
export function taxKey({ category, rate, reasonCode }: Omit<LineTax, 'amount'>): string {
  return `${category} ${rate} ${reasonCode ?? ''}`
}

/** The key of amounts of several documents that are taxed alike. Different countries may tax the documents. */
export function countryTaxKey(tax: Omit<LineTax, 'amount'>): string {
  return `${taxKey(tax)} ${tax.country ?? ''}`
}
