/** The kinds of records that have a number for people. `numbering.prefix_of` has their prefixes for a company that chose none. */
export const numberKinds = ['ORDER', 'RETURN', 'TICKET', 'REQUISITION'] as const

export type NumberKind = (typeof numberKinds)[number]

/** How a company numbers the records of one kind: `PO-2026-000123` is a prefix, a year and a count. */
export type NumberSeries = {
  readonly kind: NumberKind
  readonly prefix: string
  /** The first number of each year. */
  readonly start: number
  /** The number that the next record gets, if nobody changes the series before. */
  readonly next: string
}

export type SeriesChange = {
  readonly prefix?: string | undefined
  readonly start?: number | undefined
}
