import { Decimal } from 'decimal.js'
import { type Money, money } from '#kernel/money'
import {
  type Amounts,
  readBreakdown,
  readShippingCosts,
  readTakenOff,
  type StoredShare,
  type StoredShippingCost,
  type StoredTakenOff,
  storeBreakdown,
  storeShippingCosts,
  storeTakenOff,
} from '#modules/totals'
import { type LineReferences, readReferences, referenceColumns } from '../line-references/index.ts'
import type { Delivery, Order, OrderLine, ShippingCostReduction } from '../order.ts'
import type { LineRow, OrderRow } from '../tables.ts'

export function amountColumns({ amounts, shippingCosts, deliveries }: Order) {
  const minor = (amount: Money | undefined) => amount?.amountMinor.toString()
  return {
    goods_minor: minor(amounts?.goods),
    discount_minor: minor(amounts?.discount),
    shipping_minor: minor(amounts?.shipping),
    tax_minor: minor(amounts?.tax),
    tax_breakdown: amounts && storeBreakdown(amounts.breakdown),
    discounts: amounts?.discounts && storeTakenOff(amounts.discounts),
    shipping: shippingCosts && storeShippingCosts(shippingCosts),
    deliveries,
  }
}

export function toAmounts(row: OrderRow): Amounts | undefined {
  const { goods_minor, discount_minor, shipping_minor, tax_minor, currency } = row
  if (goods_minor === null || discount_minor === null) return undefined
  if (shipping_minor === null || tax_minor === null) return undefined
  const discounts = row.discounts as StoredTakenOff[] | null
  const read = (minor: number) => money(BigInt(minor), currency)
  return {
    goods: read(goods_minor),
    discount: read(discount_minor),
    shipping: read(shipping_minor),
    tax: read(tax_minor),
    total: read(row.total_minor),
    breakdown: readBreakdown(row.tax_breakdown as StoredShare[], currency),
    discounts: discounts ? readTakenOff(discounts, currency) : undefined,
  }
}

export function toShipping(row: OrderRow): Pick<Order, 'shippingCosts' | 'deliveries'> {
  const shippingCosts = row.shipping as StoredShippingCost[] | null
  return {
    shippingCosts: shippingCosts ? readShippingCosts(shippingCosts, row.currency) : undefined,
    deliveries: (row.deliveries as Delivery[] | null) ?? undefined,
  }
}

type StoredReduction = Omit<ShippingCostReduction, 'amount'> & { readonly minor: string }

/** Null if nothing was taken off. */
export function storeShippingCostReduced(reduced: readonly ShippingCostReduction[]): string | null {
  if (reduced.length === 0) return null
  return JSON.stringify(
    reduced.map(({ amount, ...parcel }): StoredReduction => {
      return { ...parcel, minor: amount.amountMinor.toString() }
    }),
  )
}

export function toShippingCostReduced({
  shipping_reduced,
  currency,
}: OrderRow): ShippingCostReduction[] {
  const stored = (shipping_reduced as StoredReduction[] | null) ?? []
  return stored.map(({ minor, ...parcel }) => ({
    ...parcel,
    amount: money(BigInt(minor), currency),
  }))
}

export function amountRecord({ discount, tax, ...line }: OrderLine) {
  const minor = (amount: Money | undefined) => amount?.amountMinor.toString()
  return {
    discount_minor: minor(discount),
    tax_category: tax?.category,
    tax_rate: tax?.rate,
    tax_minor: minor(tax?.amount),
    tax_reason: tax?.reasonCode,
    tax_country: tax?.country,
    ...referenceColumns(line),
  }
}

export function toLineAmounts(
  row: LineRow,
  currency: string,
): Pick<OrderLine, 'discount' | 'tax'> & LineReferences {
  return { ...toLineTax(row, currency), ...readReferences(row) }
}

/** The schema's checks make the cast true. */
function toLineTax(
  { discount_minor, tax_category, tax_rate, tax_minor, tax_reason, tax_country }: LineRow,
  currency: string,
): Pick<OrderLine, 'discount' | 'tax'> {
  if (discount_minor === null || tax_category === null || tax_rate === null || tax_minor === null) {
    return { discount: undefined, tax: undefined }
  }
  return {
    discount: money(BigInt(discount_minor), currency),
    tax: {
      category: tax_category as NonNullable<OrderLine['tax']>['category'],
      rate: new Decimal(tax_rate).toFixed(),
      amount: money(BigInt(tax_minor), currency),
      reasonCode: tax_reason ?? undefined,
      country: tax_country ?? undefined,
    },
  }
}
