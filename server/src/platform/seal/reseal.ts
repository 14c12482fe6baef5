import { sql } from 'kysely'
import type { Conn, Database } from '#platform/db'
import { type Seal, SealBroken } from './seal.ts'

/** A column of sealed texts, and how to derive the place of a text from the key of its row. */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
  placeOf(key: Readonly<Record<string, unknown>>): string
}

export type Resealed = {
  readonly resealed: number
  /** Rows that changed meanwhile. Whoever changed them has sealed them with the new key. */
  readonly overtaken: number
  /** Rows that no key of the ring opens. They stay as they are. */
  readonly broken: number
}

const batchMax = 200

/**
 * Seals again, with the current key, everything that older keys of the ring have sealed. It may be interrupted, run twice, and run
 * while the service does: a row is replaced only while it has the value that was read.
 */
export async function resealColumn(
  database: Database,
  seal: Seal,
  column: SealedColumn,
  signal?: AbortSignal,
): Promise<Resealed> {
  const counts = { resealed: 0, overtaken: 0, broken: 0 }
  let after: Key | undefined
  while (!signal?.aborted) {
    const rows = await readOthers(database.pool, seal, column, after)
    for (const { sealed, ...key } of rows)
      counts[await resealRow(database, seal, column, key, sealed)] += 1
    if (rows.length < batchMax) break
    const { sealed: _sealed, ...last } = rows.at(-1) as SealedRow
    after = last
  }
  return counts
}

/** How many rows are sealed with the current key, and how many with others. */
export async function countSealed(
  conn: Conn,
  seal: Seal,
  { table, column }: SealedColumn,
): Promise<{ readonly current: number; readonly others: number }> {
  const { rows } = await sql<{ current: number; others: number }>`
    /* across companies: one key seals for all */
    select count(*) filter (where ${isCurrent(seal, column)}) as current,
           count(*) filter (where not ${isCurrent(seal, column)}) as others
    from ${sql.table(table)} where ${sql.ref(column)} is not null
  `.execute(conn)
  return rows[0] ?? { current: 0, others: 0 }
}

type Key = Readonly<Record<string, unknown>>
type SealedRow = Key & { readonly sealed: string }

async function readOthers(
  conn: Conn,
  seal: Seal,
  { table, column, key }: SealedColumn,
  after: Key | undefined,
): Promise<SealedRow[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const beyond = after
    ? sql`and (${columns}) > (${sql.join(key.map((name) => after[name]))})`
    : sql``
  const { rows } = await sql<SealedRow>`
    /* across companies: one key seals for all */
    select ${columns}, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and not ${isCurrent(seal, column)} ${beyond}
    order by ${columns}
    limit ${batchMax}
  `.execute(conn)
  return rows
}

async function resealRow(
  database: Database,
  seal: Seal,
  { table, column, key, placeOf }: SealedColumn,
  of: Key,
  sealed: string,
): Promise<keyof Resealed> {
  const fresh = resealValue(seal, sealed, placeOf(of))
  if (fresh === undefined) return 'broken'
  const isRow = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${of[name]}`),
    sql` and `,
  )
  const { numAffectedRows } = await sql`
    /* across companies: one key seals for all */
    update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where ${isRow} and ${sql.ref(column)} = ${sealed}
  `.execute(database.pool)
  return numAffectedRows === 1n ? 'resealed' : 'overtaken'
}

function resealValue(seal: Seal, sealed: string, place: string): string | undefined {
  try {
    return seal.seal(seal.open(sealed, place), place)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Every sealed text begins with the name of its key. */
const isCurrent = ({ keyNames: [current] }: Seal, column: string) =>
  sql`starts_with(${sql.ref(column)}, ${`${current}.`})`
