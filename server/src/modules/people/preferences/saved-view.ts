import type { Id } from '#kernel/id'

/** What a person wants to see of a list. */
export type Shown = {
  /** The values of the filters by their names. */
  readonly filters: Readonly<Record<string, string>>
  /** The order. Default: the first of the list. */
  readonly sort?: string | undefined
  /** The columns, in the order of the list. Default: all. */
  readonly columns?: readonly string[] | undefined
}

export type SavedView = Shown & {
  readonly id: Id<'view'>
  readonly companyId: Id<'co'>
  readonly userId: string
  /** The name of the operation that reads the list: `searchOrders`. */
  readonly list: string
  readonly name: string
  readonly changedAt: Date
}

/** One person can have so many views in a company. */
export const viewsMax = 200
