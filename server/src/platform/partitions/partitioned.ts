import type { Tx } from '#platform/db'

/** The first id that a day has, and the first that it has no longer. */
export type DayRange = { readonly day: string; readonly from: string; readonly to: string }

/** A table in one part for each day, by a column of ids that sort by time. */
export type Partitioned = {
  readonly table: `${string}.${string}`
  readonly column: string
  /** Of the ids: `evt`. */
  readonly prefix: string
  /** Storage parameters of each part; PostgreSQL takes none for the whole. */
  readonly storage?: string
  /** A day that is older is dropped. */
  readonly keepDays: number
  /** Why a day cannot be dropped yet, or undefined. Asked while nobody can write to the table. */
  readonly neededFor?: (tx: Tx, range: DayRange, now: Date) => Promise<string | undefined>
}
