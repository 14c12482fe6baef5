import type { Id } from '#kernel/id'

/** Products selected by category, supplier or brand, or one by one. A category includes all below it. */
export type Selection = {
  readonly suppliers: readonly string[]
  readonly categories: readonly string[]
  readonly brands: readonly string[]
  readonly products: readonly string[]
}

/**
 * The products that its companies see: the included ones, or all if nothing is included, without the excluded ones. A
 * company with several assortments sees the products that pass all of them.
 */
export type Assortment = {
  readonly id: Id<'ast'>
  readonly name: string
  readonly included: Selection
  readonly excluded: Selection
  readonly companyIds: readonly string[]
  /** It holds for this unit of its company and for all units below it. Undefined: for the whole company. */
  readonly unitId: string | undefined
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const nothing: Selection = { suppliers: [], categories: [], brands: [], products: [] }

export const assortmentsMax = 10_000
export const partsMax = 200
export const productsMax = 1_000
export const companiesMax = 1_000
/** For all of it, and for each of its units. Each search checks every product against each assortment, so more would be slow. */
export const assortmentsOfCompanyMax = 5
