/** The kinds of records that have a number for people, each with the prefix of a company that has chosen none. */
export const defaultPrefixes = { ORDER: 'PO-', RETURN: 'RMA-', TICKET: 'T-' } as const

export type NumberKind = keyof typeof defaultPrefixes

export const numberKinds = Object.keys(defaultPrefixes) as NumberKind[]

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
