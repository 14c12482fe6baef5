/** A table whose rows are work. Each row has a state, `available_at`, `attempts`, `deaths`, `lease_token` and `lease_until`. */
export type Queue = {
  readonly table: `${string}.${string}`
  /** The columns of the whole primary key, all of type text. */
  readonly key: readonly [string, ...string[]]
  /** The column of the key that operators name a row by. It also decides the order of rows that are due at once. */
  readonly id: string
  /** The states in which a row waits. The partial index on them answers the claim. */
  readonly waiting: readonly [string, ...string[]]
  /** Longer than the slowest successful run, or than the time between renewals. Otherwise two workers work on a row at once. */
  readonly leaseSeconds: number
  /** The table is partitioned by `id`: a query without a range of ids opens every partition. */
  readonly isInParts?: boolean
  /** The columns that a claim returns beside the key. The default is all. */
  readonly returning?: readonly string[]
  /** Only rows of this kind, for a table with several kinds. */
  readonly only?: { readonly column: string; readonly value: string }
  /** Only these rows among those that are due, chosen by their owner. */
  readonly among?: { readonly column: string; readonly values: readonly string[] }
} & (Working | InPlace)

/** A state of the row shows that a worker has it. */
type Working = {
  readonly working: string
  /** The state of a row after its worker was lost. */
  readonly lost: string
  /** The state of a row after its worker was lost in the last attempt. */
  readonly exhausted: string
  readonly attemptsMax: number
  /**
   * What becomes of a row that killed its process while it was worked on alone. `set_aside`: it goes to `exhausted`, and
   * `reasonColumn` is `process_died`. `retried_slowly`: it is retried, later each time, and operators are notified.
   */
  readonly poison:
    | { readonly is: 'set_aside'; readonly reasonColumn: string }
    | { readonly is: 'retried_slowly' }
}

/**
 * The state of the row does not change while a worker has it. A claim moves `available_at` to the end of the lease, so the row of
 * a lost worker is due again by itself.
 */
type InPlace = {
  readonly working?: undefined
  /** Both or neither: a row that is never given up has no last attempt. */
  readonly exhausted?: string
  readonly attemptsMax?: number
  /** `ended_by_owner`: the worker that claims it next, alone, ends it and does not retry it. */
  readonly poison: { readonly is: 'retried_slowly' } | { readonly is: 'ended_by_owner' }
}

/** The right to work on rows until an instant. The token is the fence: a write without it changes nothing. */
export type Lease = { readonly token: string; readonly until: Date }

/** The key of a row: at least the columns of the queue's key, with the names of the row. */
export type RowKey = Readonly<Record<string, unknown>>
