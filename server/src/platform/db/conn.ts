import type { Kysely, Transaction } from 'kysely'

// biome-ignore lint/complexity/noBannedTypes: the empty table set is the point.
export type NoTables = {}

/** Somewhere to run a query: the pool or an open transaction. It names no tables until a module adds its own. */
export type Conn = Kysely<NoTables>

/** An open transaction. A function that must run inside one says so by asking for a `Tx`. */
export type Tx = Transaction<NoTables>
