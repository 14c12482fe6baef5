import { type Money, money } from '#kernel/money'
import type { MethodKind } from '#modules/shipping'
import type { LineTax } from './amounts.ts'
import { readTax, type StoredTax, storeTax } from './stored-amounts.ts'

/** What the way of one parcel costs, as it was chosen: the method may be changed or deleted afterwards. */
export type ShippingCost = {
  readonly supplierCompanyId: string
  /** Which of the deliveries it is in, from 0. */
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
