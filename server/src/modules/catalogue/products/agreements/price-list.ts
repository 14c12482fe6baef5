import type { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'
import type { Validity } from './validity.ts'

/** A discount on the list price of the supplier's products: in a category and all below it, of a brand, or of all. */
export type Discount = {
  readonly by: 'category' | 'brand' | 'all'
  /** The id of the category, or the brand in any letter case. Empty for all products. */
  readonly value: string
  /** Above 0 and below 100, with up to two decimals. */
  readonly percent: string
}

export type PriceList = Validity & {
  readonly id: Id<'pls'>
  readonly supplierCompanyId: Id<'co'>
  readonly name: string
  readonly currency: string
  readonly discounts: readonly Discount[]
  /** The companies for which the list applies without a contract. */
  readonly companyIds: readonly string[]
  /** The list holds for this unit of its buyer and for all units below it. Undefined: for the whole company. */
  readonly unitId: string | undefined
  readonly entryCount: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type PriceTierDraft = { readonly minQuantity: Quantity; readonly unitPrice: Decimal }

/** The price of one unit of a product, in any price basis, and its tiers. */
export type PriceEntry = {
  readonly productId: string
  readonly unitPrice: Decimal
  readonly tiers: readonly PriceTierDraft[]
}

export const priceListsMax = 10_000
export const entriesMax = 100_000
export const entriesACallMax = 1_000
export const tiersMax = 20
export const discountsMax = 200
export const companiesMax = 1_000
