import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { decimalOf, minorUnitsOf, money } from '#kernel/money'
import { numberOf } from '#kernel/quantity'

export const coverings = ['PRODUCT', 'CATEGORY'] as const
export const measures = ['QUANTITY', 'VALUE'] as const
export const policies = ['REFUSE', 'WARN'] as const

/** What a frame contract commits and limits for one product, or for a category and those below it. */
export type QuotaTerms = {
  readonly covers: (typeof coverings)[number]
  /** The product or the category. */
  readonly coveredId: string
  readonly measure: (typeof measures)[number]
  /** The currency of the amounts. Undefined: the amounts are quantities. */
  readonly currency: string | undefined
  /** A quota of a category by quantity counts only the products that are sold in this unit. Undefined: any other quota. */
  readonly unit: string | undefined
  /** Thousandths of a quantity, or minor units of the currency, as all amounts of a quota. */
  readonly committed: bigint | undefined
  readonly maximum: bigint | undefined
  /** What happens to an order beyond the maximum. */
  readonly policy: (typeof policies)[number]
}

export type Quota = QuotaTerms & {
  readonly id: Id<'quo'>
  /** The buyer. */
  readonly companyId: string
  readonly contractId: string
  readonly supplierCompanyId: string
  readonly held: bigint
  readonly calledOff: bigint
  /** 80 or 100: the companies know that so many percent of the maximum are reached. */
  readonly noticedPercent: number
}

/** A contract from which an order calls off. */
export type CalledOffContract = {
  readonly id: string
  readonly reference: string
  /** The order goes beyond a maximum whose policy is WARN. */
  readonly isBeyondMaximum: boolean
}

export const quotasMax = 100

/** Undefined: there is no maximum. Never below zero. */
export function leftOf({
  maximum,
  held,
  calledOff,
}: Pick<Quota, 'maximum' | 'held' | 'calledOff'>): bigint | undefined {
  if (maximum === undefined) return undefined
  const left = maximum - held - calledOff
  return left > 0n ? left : 0n
}

/** As people write it: `12` or `2.5` of a quantity, or `12.50` of the currency. */
export function amountText({ currency }: Pick<QuotaTerms, 'currency'>, amount: bigint): string {
  return currency === undefined ? String(numberOf(amount)) : decimalOf(money(amount, currency))
}

const quantityPlaces = 3

/** Undefined: no amount of this measure. */
export function readAmount(currency: string | undefined, text: string): bigint | undefined {
  const places = currency === undefined ? quantityPlaces : minorUnitsOf(currency)
  const amount = new Decimal(text).times(new Decimal(10).pow(places))
  return amount.isInteger() && amount.greaterThan(0) ? BigInt(amount.toFixed(0)) : undefined
}

/** Of 80 and 100 the greater one that the sum has reached, or zero. */
export function reachedPercent(maximum: bigint | undefined, calledOff: bigint): 0 | 80 | 100 {
  if (maximum === undefined || calledOff * 100n < maximum * 80n) return 0
  return calledOff < maximum ? 80 : 100
}
