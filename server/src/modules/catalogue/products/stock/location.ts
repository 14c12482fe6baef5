import type { Id } from '#kernel/id'

/** A warehouse or a shop of a supplier, from which goods are shipped. */
export type StockLocation = {
  readonly id: Id<'slo'>
  readonly supplierCompanyId: Id<'co'>
  readonly name: string
  /** A code of ISO 3166-1 alpha-2. */
  readonly country: string
  /** The days until goods leave it. Undefined: those of the product. */
  readonly leadTimeDays: number | undefined
  /** Sales draw on the location with the smallest position first. */
  readonly position: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const locationsMax = 50
export const countsACallMax = 1_000
export const countMax = 100_000_000
export const defaultPosition = 100
