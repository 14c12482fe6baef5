import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

// biome-ignore lint/complexity/noBannedTypes: the empty table set is the point.
export type NoTables = {}

/** Somewhere to run a query: the pool or an open transaction. It names no tables until a module adds its own. */
export type Conn = Kysely<NoTables>

/** An open transaction. A function that must run inside one says so by asking for a `Tx`. */
export type Tx = Transaction<NoTables>

/** A table whose named columns may be left out of an insert, because PostgreSQL has a value for them. */
export type WithDefaults<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: Generated<Row[Name]>
}

/** A table whose named columns PostgreSQL always fills itself: they cannot be written. */
export type WithGenerated<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: GeneratedAlways<Row[Name]>
}
