import type { Money } from '#kernel/money'
import type { TaxCategory } from '#modules/tax'
import type { TakenOff } from './taken-off.ts'

/** The tax of a line or a charge, as an invoice names it. */
export type LineTax = {
  /** A code of UNCL5305 that EN 16931 allows. */
  readonly category: TaxCategory
  /** A percentage. */
  readonly rate: string
  readonly amount: Money
  /** The VATEX code: why there is no tax. */
  readonly reasonCode: string | undefined
  /** The country that levies the tax. Undefined in documents that are older than this field. */
  readonly country?: string | undefined
}

/** The sum of all lines with the same tax: a VAT breakdown (BG-23) of EN 16931. */
export type TaxShare = Omit<LineTax, 'amount' | 'country'> & {
  readonly taxable: Money
  readonly amount: Money
}

/** The amounts of a document: `total = goods - discount + shipping + tax`, to the minor unit. */
export type Amounts = {
  readonly goods: Money
  readonly discount: Money
  readonly shipping: Money
  readonly tax: Money
  /** The amount to pay. */
  readonly total: Money
  readonly breakdown: readonly TaxShare[]
  /** The parts of `discount`. Absent when there is no discount. */
  readonly discounts?: readonly TakenOff[] | undefined
}
