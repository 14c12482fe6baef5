import { type Conn, sql } from '#platform/db'

/** What was counted under one name in five minutes. */
export type TallyRow = {
  readonly name: string
  readonly startsAt: Date
  readonly count: number
  readonly sum: number
}

export type SummedRow = { readonly name: string; readonly count: number; readonly sum: number }

/** Adds to what other processes have written. The order of the rows keeps two processes from a deadlock. */
export async function addTallies(conn: Conn, rows: readonly TallyRow[]): Promise<void> {
  const ordered = rows.map((row) => ({
    name: row.name,
    starts_at: row.startsAt,
    count: row.count,
    sum: row.sum,
  }))
  await sql`
    insert into platform.tallies as tally (name, starts_at, count, sum)
    select name, starts_at, count, sum
    from json_to_recordset(${JSON.stringify(ordered)}::json)
      as added (name text, starts_at timestamptz, count bigint, sum double precision)
    order by name collate "C", starts_at
    on conflict (name, starts_at) do update
    set count = tally.count + excluded.count, sum = tally.sum + excluded.sum`.execute(conn)
}

export async function sumTallies(
  conn: Conn,
  names: readonly string[],
  since: Date,
): Promise<readonly SummedRow[]> {
  const { rows } = await sql<SummedRow>`
    select name, sum(count)::float8 as count, sum(sum) as sum
    from platform.tallies
    where name = any(${names}::text[]) and starts_at > ${since}
    group by name`.execute(conn)
  return rows
}

export async function sumTalliesByHour(
  conn: Conn,
  name: string,
  since: Date,
): Promise<readonly TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select name, date_trunc('hour', starts_at, 'UTC') as "startsAt", sum(count)::float8 as count, sum(sum) as sum
    from platform.tallies
    where name = ${name} and starts_at > ${since}
    group by 1, 2
    order by 2`.execute(conn)
  return rows
}

export async function listSlots(
  conn: Conn,
  name: string,
  since: Date,
): Promise<readonly TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select name, starts_at as "startsAt", count::float8 as count, sum
    from platform.tallies
    where name = ${name} and starts_at > ${since}
    order by starts_at`.execute(conn)
  return rows
}

/** Deletes what no window reads any more. Returns how many rows it deleted. */
export async function purgeTallies(conn: Conn, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from platform.tallies where starts_at < ${before}`.execute(conn)
  return Number(numAffectedRows ?? 0)
}
