import { type Money, money, sumOf } from '#kernel/money'
import type { ShippingCost } from '#modules/totals'
import type { OrderLine } from '../order.ts'

/** `total = goods - discount + shipping + tax`, for what one company supplies of an order. */
export type SuppliedTotals = {
  readonly goods: Money
  readonly discount: Money
  readonly shipping: Money
  readonly tax: Money
  readonly total: Money
}

export type GoodsSupplied = Pick<SuppliedTotals, 'goods' | 'discount' | 'tax'>

/**
 * The totals as ordered. Each supplier's goods are taxed by themselves, so the taxes of all suppliers add up to the
 * order's. Undefined for orders older than taxes.
 */
export function suppliedTotalsOf(
  lines: readonly Pick<OrderLine, 'total' | 'discount' | 'tax'>[],
  shippingCosts: readonly ShippingCost[],
  currency: string,
): SuppliedTotals | undefined {
  if (lines.some(({ tax }) => tax === undefined)) return undefined
  const goods = {
    goods: sumOf(
      lines.map(({ total }) => total),
      currency,
    ),
    discount: sumOf(
      lines.flatMap(({ discount }) => discount ?? []),
      currency,
    ),
    tax: sumOf(
      lines.flatMap(({ tax }) => tax?.amount ?? []),
      currency,
    ),
  }
  return withShippingCosts(goods, shippingCosts, currency)
}

/** Adds shipping costs to sums of goods. */
export function withShippingCosts(
  { goods, discount, tax: taxOfGoods }: GoodsSupplied,
  shippingCosts: readonly ShippingCost[],
  currency: string,
): SuppliedTotals {
  const shipping = sumOf(
    shippingCosts.map(({ amount }) => amount),
    currency,
  )
  const tax = sumOf([taxOfGoods, ...shippingCosts.map((cost) => cost.tax.amount)], currency)
  const total = goods.amountMinor - discount.amountMinor + shipping.amountMinor + tax.amountMinor
  return { goods, discount, shipping, tax, total: money(total, currency) }
}
