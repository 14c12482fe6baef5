/** A table whose rows are work. Each row has a state, `available_at`, `attempts`, `deaths`, `lease_token` and `lease_until`. */
export type Queue = {
  readonly table: `${string}.${string}`
  /** The columns of the whole primary key, all of them text. The last one breaks ties between rows due at once. */
  readonly key: readonly [string, ...string[]]
  /** The states a row waits in. The partial index on them answers the claim. */
  readonly waiting: readonly [string, ...string[]]
  /** Longer than the slowest successful run, or than the time between renewals: else a row is worked on twice at once. */
  readonly leaseSeconds: number
  /** The table is in parts by the last column of the key, which are ids: a search that names no range opens all. */
  readonly isInParts?: boolean
  /** What a claim returns of a row, beside its key. Everything, when not said. */
  readonly returning?: readonly string[]
  /** Rows of this kind only, for a table that holds several. */
  readonly only?: { readonly column: string; readonly value: string }
  /** Of what is due, only these rows: their owner has chosen them. */
  readonly among?: { readonly column: string; readonly values: readonly string[] }
} & (Working | InPlace)

/** The state says that a worker has the row. */
type Working = {
  readonly working: string
  /** Where a row goes whose worker was lost. */
  readonly lost: string
  /** Where it goes when that was the last attempt. */
  readonly exhausted: string
  readonly attemptsMax: number
  /**
   * What becomes of a row that has killed its process while it was worked on alone. `set_aside`: it goes to `exhausted`,
   * and `reasonColumn` says `process_died`. `retried_slowly`: it is tried again, later each time, and operators are told.
   */
  readonly poison:
    | { readonly is: 'set_aside'; readonly reasonColumn: string }
    | { readonly is: 'retried_slowly' }
}

/**
 * The state says something else, which is not over because a worker has the row. A claim moves `available_at` to the
 * end of the lease, so the row of a lost worker is simply due again.
 */
type InPlace = {
  readonly working?: undefined
  /** Both or neither: a row that is never given up has no last attempt. */
  readonly exhausted?: string
  readonly attemptsMax?: number
  /** `ended_by_owner`: the worker that claims it next, alone, ends it and does not try it again. */
  readonly poison: { readonly is: 'retried_slowly' } | { readonly is: 'ended_by_owner' }
}

/** The right to work on rows until an instant. The token is the fence: a write without it changes nothing. */
export type Lease = { readonly token: string; readonly until: Date }

/** What names a row: at least the columns of the queue's key, as they are called in the row. */
export type RowKey = Readonly<Record<string, unknown>>
