import { type Money, money } from '#kernel/money'
import type { MethodKind } from '#modules/shipping'
import type { LineTax } from './amounts.ts'
import { readTax, type StoredTax, storeTax } from './stored-amounts.ts'

/**
 * The shipping cost of one parcel, as it was when the buyer chose the method. The method may change or be deleted
 * later.
 */
export type ShippingCost = {
  readonly supplierCompanyId: string
  /** The index of its delivery, from 0. */
  readonly delivery: number
  readonly methodId: string
  readonly name: string
  readonly kind: MethodKind
  readonly leadTimeDays: number
  readonly amount: Money
  readonly tax: LineTax
}

export type StoredShippingCost = Omit<ShippingCost, 'amount' | 'tax'> & {
  readonly amountMinor: string
  readonly tax: StoredTax
}

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
