import type { Tx } from '#platform/db'

/** The first id of a day, and the first id of the day after it. */
export type DayRange = { readonly day: string; readonly from: string; readonly to: string }

/** A table with a partition for each day, divided by a column of ids that sort by time. */
export type Partitioned = {
  readonly table: `${string}.${string}`
  readonly column: string
  /** The prefix of the ids, for example `evt`. */
  readonly prefix: string
  /** Storage parameters of each partition. PostgreSQL accepts none for the whole table. */
  readonly storage?: string
  /** Older days are dropped. */
  readonly keepDays: number
  /** Why a day cannot be dropped yet, or undefined. Called while nobody can write to the table. */
  readonly neededFor?: (tx: Tx, range: DayRange, now: Date) => Promise<string | undefined>
}
