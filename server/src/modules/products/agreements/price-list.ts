import type { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import type { Validity } from './validity.ts'

/** Off the list price of the supplier's products: of a category and all below it, of a brand, or of everything. */
export type Discount = {
  readonly by: 'category' | 'brand' | 'all'
  /** The category's id, or the brand in whatever letters. Empty for everything. */
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
  /** For whom it holds without a contract. */
  readonly companyIds: readonly string[]
  readonly entryCount: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type PriceTierDraft = { readonly minQuantity: number; readonly unitPrice: Decimal }

/** What one unit of a product costs, whatever its price basis, and from which quantities on it costs less. */
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
