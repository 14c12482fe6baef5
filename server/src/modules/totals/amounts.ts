import type { Money } from '#kernel/money'
import type { TaxCategory } from '#modules/tax'
import type { TakenOff } from './taken-off.ts'

/** The tax of a line or a charge, as an invoice names it. */
export type LineTax = {
  /** UNCL5305, as EN 16931 restricts it. */
  readonly category: TaxCategory
  /** In percent. */
  readonly rate: string
  readonly amount: Money
  /** VATEX: why there is none. */
  readonly reasonCode: string | undefined
  /** Whose tax it is. Undefined in what is from before it was kept. */
  readonly country?: string | undefined
}

/** All that is taxed alike: a VAT breakdown (BG-23) of EN 16931. */
export type TaxShare = Omit<LineTax, 'amount' | 'country'> & {
  readonly taxable: Money
  readonly amount: Money
}

/** Of a document: `total = goods - discount + shipping + tax`, to the minor unit. */
export type Amounts = {
  readonly goods: Money
  readonly discount: Money
  readonly shipping: Money
  readonly tax: Money
  /** What is to be paid. */
  readonly total: Money
  readonly breakdown: readonly TaxShare[]
  /** What `discount` is made of. Absent where nothing was taken off. */
  readonly discounts?: readonly TakenOff[] | undefined
}
