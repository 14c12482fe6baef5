import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './conn.ts'

/**
 * One of the statements that a transaction puts off to its end: an insert, an update or a delete without a `with` of its own.
 * They all become one statement, in which each has its name, and one may read what another one returns. None sees in a
 * table what another one writes there.
 */
export type Write = {
  readonly name: string
  readonly statement: RawBuilder<unknown>
  /** How many rows it must write, or the transaction fails. Then it returns nothing of its own. */
  readonly rows?: number
}

/** Rows that a transaction gathers while it goes on, and writes by one statement before it commits. */
export type Gathering<Item> = {
  readonly writes: (items: readonly Item[]) => readonly Write[]
  /** How so many are written instead: thousands go by COPY, and are there before the statement of the others. */
  readonly bulk?: {
    readonly from: number
    readonly write: (tx: Tx, items: readonly Item[]) => Promise<void>
  }
}

export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  await together(writes)?.execute(tx)
}

/** The one statement. Undefined where there is nothing to write. */
export function together(writes: readonly Write[]): RawBuilder<unknown> | undefined {
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

/** Divides by nothing where the count is another: the commit may be on its way already, and must not come to pass. */
function check(name: string, rows: number): RawBuilder<unknown> {
  return sql`1 / (case when (select count(*) from ${sql.ref(name)}) = ${rows} then 1 else 0 end) as ${sql.ref(name)}`
}

/**
 * Inserts rows that are alike. They travel as one parameter, so that the text is the same however many there are, and it is
 * short work to make. What a row does not name is null.
 */
export function insertionOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  return sql`${headOf(table, Object.keys(rows[0] ?? {}))}${JSON.stringify(rows)}::json)`
}

/** The part of the text that a table and its columns make. There are as many as places that insert. */
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
