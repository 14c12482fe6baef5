import type { Id } from '#kernel/id'

/** Products, by what they have in common or one by one. A category stands for all below it. */
export type Selection = {
  readonly suppliers: readonly string[]
  readonly categories: readonly string[]
  readonly brands: readonly string[]
  readonly products: readonly string[]
}

/**
 * Which products there are for the companies it is assigned to: those that are included, or all where nothing is; never
 * what is excluded. A company with several sees what each of them lets through.
 */
export type Assortment = {
  readonly id: Id<'ast'>
  readonly name: string
  readonly included: Selection
  readonly excluded: Selection
  readonly companyIds: readonly string[]
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const nothing: Selection = { suppliers: [], categories: [], brands: [], products: [] }

export const assortmentsMax = 10_000
export const partsMax = 200
export const productsMax = 1_000
export const companiesMax = 1_000
/** More would be looked through with every product. */
export const assortmentsOfCompanyMax = 5
