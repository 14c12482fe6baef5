import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * A statement that a transaction postpones to its end: an insert, an update or a delete without a `with` of its own. All of them
 * become one statement. Each has a name in it, and one may read what another one returns. No part sees what another part writes to
 * a table.
 */
export type Write = {
  readonly name: string
  readonly statement: RawBuilder<unknown>
  /** How many rows it must write. With any other count the transaction fails. Such a statement returns nothing of its own. */
  readonly rows?: number
}

/** Rows that a transaction gathers while it runs, and writes with one statement before it commits. */
export type Gathering<Item> = {
  readonly writes: (items: readonly Item[]) => readonly Write[]
  /** Writes many rows instead: thousands are sent by COPY, before the statement with the others. */
  readonly bulk?: {
    readonly from: number
    readonly write: (tx: Tx, items: readonly Item[]) => Promise<void>
  }
}

export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  await combineWrites(writes)?.execute(tx)
}

/** The one statement, or undefined when there is nothing to write. */
export function combineWrites(writes: readonly Write[]): RawBuilder<unknown> | undefined {
  const [only, ...others] = writes
  if (!only) return undefined
  if (others.length === 0 && only.rows === undefined) return only.statement
  const named = writes.map(
    ({ name, statement, rows }) =>
      sql`${sql.ref(name)} as (${statement} ${rows === undefined ? sql`` : sql`returning 1`})`,
  )
  const checks = writes.flatMap(({ name, rows }) => (rows === undefined ? [] : [check(name, rows)]))
  return sql`with ${sql.join(named)} select ${checks.length === 0 ? sql`` : sql.join(checks)}`
}

/** Divides by zero if the count differs: the commit may have been sent already, and must fail. */
function check(name: string, rows: number): RawBuilder<unknown> {
  return sql`1 / (case when (select count(*) from ${sql.ref(name)}) = ${rows} then 1 else 0 end) as ${sql.ref(name)}`
}

/**
 * Inserts rows with the same columns. They travel as one parameter, so the text is the same for any number of rows, and quick to
 * build. A column that a row does not name is null.
 */
export function insertionOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  return sql`${headOf(table, Object.keys(rows[0] ?? {}))}${JSON.stringify(rows)}::json)`
}

/** The part of the text that depends on the table and its columns. There is one for each place that inserts. */
const heads = new Map<string, RawBuilder<unknown>>()

function headOf(table: string, columns: readonly string[]): RawBuilder<unknown> {
  const name = `${table} ${columns.join()}`
  const known = heads.get(name)
  if (known) return known
  const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`
  const into = table.split('.').map(quoted).join('.')
  const list = columns.map(quoted).join(', ')
  const head = sql.raw(
    `insert into ${into} (${list}) select ${list} from json_populate_recordset(null::${into}, `,
  )
  heads.set(name, head)
  return head
}
