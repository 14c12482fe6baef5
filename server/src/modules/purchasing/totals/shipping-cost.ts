import { type Money, money } from '#kernel/money'
import type { MethodKind } from '#modules/shipping'
import type { LineTax } from './amounts.ts'
import { readTax, type StoredTax, storeTax } from './stored-amounts.ts'

type Cost = { readonly supplierCompanyId: string; readonly amount: Money; readonly tax: LineTax }

/**
 * The shipping cost of one parcel, as it was when the buyer chose the method. The method may change or be deleted
 * later.
 */
export type ParcelCost = Cost & {
  /** The index of its delivery, from 0. */
  readonly delivery: number
  readonly methodId: string
  readonly name: string
  readonly kind: MethodKind
  readonly leadTimeDays: number
}

/** The fee of a supplier for an order below its minimum. It is for everything that the supplier delivers. */
export type BelowMinimumFee = Cost & {
  readonly kind: 'BELOW_MINIMUM'
  readonly delivery?: undefined
}

export type ShippingCost = ParcelCost | BelowMinimumFee

/** A supplier has one cost for each delivery, and one without: its fee. */
export type ShippingCostKey = Pick<ShippingCost, 'supplierCompanyId' | 'delivery'>

type StoredCost<Of extends Cost> = Omit<Of, 'amount' | 'tax'> & {
  readonly amountMinor: string
  readonly tax: StoredTax
}

export type StoredShippingCost = StoredCost<ParcelCost> | StoredCost<BelowMinimumFee>

export function storeShippingCosts(shippingCosts: readonly ShippingCost[]): StoredShippingCost[] {
  return shippingCosts.map(({ amount, tax, ...rest }) => ({
    ...rest,
    amountMinor: amount.amountMinor.toString(),
    tax: storeTax(tax),
  }))
}

export function readShippingCosts(
  stored: readonly StoredShippingCost[],
  currency: string,
): ShippingCost[] {
  return stored.map(({ amountMinor, tax, ...rest }) => ({
    ...rest,
    amount: money(BigInt(amountMinor), currency),
    tax: readTax(tax, currency),
  }))
}
