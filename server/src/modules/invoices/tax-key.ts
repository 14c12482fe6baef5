import type { LineTax } from '#modules/totals'

/** What is taxed alike has the same. */
export function taxKey({ category, rate, reasonCode }: Omit<LineTax, 'amount'>): string {
  return `${category} ${rate} ${reasonCode ?? ''}`
}
