import type { Id } from '#kernel/id'

/** A warehouse or a shop of a supplier: goods leave from it. */
export type StockLocation = {
  readonly id: Id<'slo'>
  readonly supplierCompanyId: Id<'co'>
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Until goods leave it. Undefined: as the product says. */
  readonly leadTimeDays: number | undefined
  /** What is sold is taken from the smallest first. */
  readonly position: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const locationsMax = 50
export const countsACallMax = 1_000
export const countMax = 100_000_000
export const defaultPosition = 100
