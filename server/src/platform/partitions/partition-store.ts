import { type Conn, type Database, sql, type Tx } from '#platform/db'
import type { DayRange, Partitioned } from './partitioned.ts'

/** A statement that waits for the lock of a busy table makes every later one wait too. The next run tries again. */
const lockTimeout = sql`set local lock_timeout = '2s'`
/** One statement moves a day out of the default partition. */
const longStatements = sql`set local statement_timeout = '120s'`

const ofAll = sql`/* across companies: a part holds the rows of all */`

const partName = ({ table }: Partitioned, day: string) => `${table}_d${day}`
const defaultName = ({ table }: Partitioned) => `${table}_default`

/** The names of the daily partitions, in order, without their schema. */
export async function listPartitions(conn: Conn, { table }: Partitioned): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_d[0-9]{8}$'
    order by c.relname
  `.execute(conn)
  return rows.map(({ name }) => name)
}

/**
 * Adds the partition of a day and moves the rows of that day from the default partition into it. Readers and writers of the table
 * are not blocked. Only the default partition is locked, until PostgreSQL has checked that it has no row of that day. Returns how
 * many rows were moved, or undefined if another process has made the partition.
 */
export async function addPartition(
  database: Database,
  partitioned: Partitioned,
  { day, from, to }: DayRange,
): Promise<number | undefined> {
  const { table, column, storage } = partitioned
  const part = sql.table(partName(partitioned, day))
  const rest = sql.table(defaultName(partitioned))
  return database.transaction(async (tx) => {
    await lockTimeout.execute(tx)
    await longStatements.execute(tx)
    if (!(await isFirst(tx, partitioned, day))) return undefined
    const parameters = storage ? sql` with (${sql.raw(storage)})` : sql``
    await sql`${ofAll} create table ${part} (like ${sql.table(table)} including all)${parameters}`.execute(
      tx,
    )
    await sql`${ofAll} lock table ${rest} in access exclusive mode`.execute(tx)
    const { numAffectedRows } = await sql`
      ${ofAll} with moved as (
        delete from ${rest} where ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to} returning *
      )
      insert into ${part} select * from moved
    `.execute(tx)
    await sql`
      ${ofAll} alter table ${sql.table(table)} attach partition ${part}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})
    `.execute(tx)
    return Number(numAffectedRows ?? 0n)
  })
}

/** One process at a time makes the partitions of a table. Returns false if the partition exists already. */
async function isFirst(tx: Tx, partitioned: Partitioned, day: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${partitioned.table}))`.execute(tx)
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${partName(partitioned, day)})::text as found
  `.execute(tx)
  return rows[0]?.found === null
}

/**
 * Drops a day unless somebody still needs it. Nobody reads or writes the table meanwhile, so the answer stays true until the drop.
 * Returns why the day is needed, or undefined.
 */
export async function dropPartition(
  database: Database,
  partitioned: Partitioned,
  range: DayRange,
  now: Date,
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    await lockTimeout.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext(${partitioned.table}))`.execute(tx)
    await sql`${ofAll} lock table only ${sql.table(partitioned.table)} in access exclusive mode`.execute(
      tx,
    )
    const need = await partitioned.neededFor?.(tx, range, now)
    if (need === undefined) {
      await sql`${ofAll} drop table if exists ${sql.table(partName(partitioned, range.day))}`.execute(
        tx,
      )
    }
    return need
  })
}

/** The smallest of our ids that is in the default partition. */
export async function firstStray(
  conn: Conn,
  partitioned: Partitioned,
  after: string,
): Promise<string | undefined> {
  const column = sql.ref(partitioned.column)
  const { rows } = await sql<{ id: string | null }>`
    ${ofAll} select min(${column}) as id from ${sql.table(defaultName(partitioned))}
    where ${column} >= ${after} and ${column} ~ ${`^${partitioned.prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`}
  `.execute(conn)
  return rows[0]?.id ?? undefined
}

/** How many rows are in the default partition, counted up to a limit. */
export async function countStrays(conn: Conn, partitioned: Partitioned): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${ofAll} select count(*) as count from (select from ${sql.table(defaultName(partitioned))} limit 10000) strays
  `.execute(conn)
  return rows[0]?.count ?? 0
}
