import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

// biome-ignore lint/complexity/noBannedTypes: the empty table set is the point.
export type NoTables = {}

/** The pool or an open transaction: anything that runs a query. It has no tables until a module adds its own. */
export type Conn = Kysely<NoTables>

/** An open transaction. A function that must run inside one takes a `Tx`. */
export type Tx = Transaction<NoTables>

/** A table with columns that an insert may omit, because PostgreSQL has a default for them. */
export type WithDefaults<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: Generated<Row[Name]>
}

/** A table with columns that PostgreSQL always fills itself. They cannot be written. */
export type WithGenerated<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: GeneratedAlways<Row[Name]>
}
