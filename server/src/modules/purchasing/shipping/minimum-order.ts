import { type Money, money } from '#kernel/money'
import { convert, type Rates } from './convert.ts'

export const belowMinimumActions = ['REFUSE', 'FEE'] as const

/** The least value of the goods of an order that a supplier accepts as it is. */
export type MinimumOrder = {
  readonly amount: Money
  /** What an order below the amount costs. Undefined: it is refused. */
  readonly fee: Money | undefined
}

/** An order whose goods of a supplier are worth less than the minimum. All amounts are in the currency of the order. */
export type BelowMinimum = {
  readonly minimum: Money
  readonly goods: Money
  readonly missing: Money
  /** Undefined: the supplier refuses the order. */
  readonly fee: Money | undefined
}

/** There is no rate from the currency of the minimum, so nobody knows whether the order reaches it. */
export type UnconvertibleMinimum = { readonly unconvertibleFrom: string }

/** Compares the value of a supplier's goods with its minimum. Undefined if the goods reach it. */
export function compareWithMinimum(
  { amount, fee }: MinimumOrder,
  goods: Money,
  table: Rates,
): BelowMinimum | UnconvertibleMinimum | undefined {
  const { currency } = goods
  const minimum = convert(amount, currency, table)
  if (!minimum) return { unconvertibleFrom: amount.currency }
  if (goods.amountMinor >= minimum.amountMinor) return undefined
  const missing = money(minimum.amountMinor - goods.amountMinor, currency)
  return { minimum, goods, missing, fee: fee && convert(fee, currency, table) }
}
