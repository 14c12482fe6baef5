import type { Restrictions } from '../assortments/visible-sql.ts'
import type { DiscountsInForce } from './order-discounts.ts'

/** A price list that applies to a company now. */
export type AgreedList = {
  readonly id: string
  /** The list prices the products of this supplier only. */
  readonly supplierCompanyId: string
  readonly currency: string
  /**
   * Percentages off the list price. The keys: `c:` and a category, `b:` and a brand in small letters, or `*` for every
   * product.
   */
  readonly discounts: Readonly<Record<string, string>>
  readonly contract: { readonly id: string; readonly reference: string } | undefined
}

/** The prices and the assortment of a buyer today. Equal terms of different buyers have an equal key. */
export type Terms = {
  /** Empty for a buyer with list prices and the full assortment. */
  readonly key: string
  /** A price list or an assortment names a unit of the company. False: these are the terms of all its units. */
  readonly dependOnUnit: boolean
  /** The assortment of the buyer. */
  readonly restrictions: Restrictions
  /** Empty for a company with the full assortment. */
  readonly restrictionsKey: string
  /**
   * In order of precedence: the lists of the nearest unit first, and those of the whole company last; of these, lists of contracts
   * before assigned ones. The first list of a supplier that has a price decides.
   */
  readonly lists: readonly AgreedList[]
  /** The discounts on orders of the contracts in force: at most one for each supplier. */
  readonly orderDiscounts: readonly DiscountsInForce[]
  /** The revision of all terms when these were read. */
  readonly revision: number
  /** The snapshot of the database when these were read. */
  readonly snapshot: string
  /** The next instant at which a list or a contract begins or ends. */
  readonly validUntil: Date | undefined
  readonly readAt: Date
}
