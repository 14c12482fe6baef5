import { type Money, money } from '#kernel/money'
import type { TaxCategory } from '#modules/tax'
import type { Amounts, LineTax, TaxShare } from './amounts.ts'
import { readTakenOff, type StoredTakenOff, storeTakenOff } from './taken-off.ts'

/** The amounts are stored as text, because JSON has no exact numbers. The currency is that of the document. */
export type StoredTax = {
  readonly category: TaxCategory
  readonly rate: string
  readonly reasonCode?: string
  readonly country?: string
  readonly taxMinor: string
}

export type StoredShare = Omit<StoredTax, 'country'> & { readonly taxableMinor: string }

export type StoredAmounts = {
  readonly goodsMinor: string
  readonly discountMinor: string
  readonly shippingMinor: string
  readonly taxMinor: string
  readonly totalMinor: string
  readonly breakdown: readonly StoredShare[]
  readonly discounts?: readonly StoredTakenOff[]
}

const text = ({ amountMinor }: Money) => amountMinor.toString()

export function storeTax({ category, rate, reasonCode, country, amount }: LineTax): StoredTax {
  return {
    category,
    rate,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(country === undefined ? {} : { country }),
    taxMinor: text(amount),
  }
}

export function readTax(stored: StoredTax, currency: string): LineTax {
  const { category, rate, reasonCode, country, taxMinor } = stored
  return { category, rate, reasonCode, country, amount: money(BigInt(taxMinor), currency) }
}

export function storeBreakdown(breakdown: readonly TaxShare[]): StoredShare[] {
  return breakdown.map(({ taxable, ...tax }) => ({ ...storeTax(tax), taxableMinor: text(taxable) }))
}

export function readBreakdown(stored: readonly StoredShare[], currency: string): TaxShare[] {
  return stored.map(({ taxableMinor, ...tax }) => ({
    ...readTax(tax, currency),
    taxable: money(BigInt(taxableMinor), currency),
  }))
}

export function storeAmounts(amounts: Amounts): StoredAmounts {
  return {
    goodsMinor: text(amounts.goods),
    discountMinor: text(amounts.discount),
    shippingMinor: text(amounts.shipping),
    taxMinor: text(amounts.tax),
    totalMinor: text(amounts.total),
    breakdown: storeBreakdown(amounts.breakdown),
    ...(amounts.discounts ? { discounts: storeTakenOff(amounts.discounts) } : {}),
  }
}

export function readAmounts(stored: StoredAmounts, currency: string): Amounts {
  const read = (minor: string) => money(BigInt(minor), currency)
  return {
    goods: read(stored.goodsMinor),
    discount: read(stored.discountMinor),
    shipping: read(stored.shippingMinor),
    tax: read(stored.taxMinor),
    total: read(stored.totalMinor),
    breakdown: readBreakdown(stored.breakdown, currency),
    discounts: stored.discounts && readTakenOff(stored.discounts, currency),
  }
}
