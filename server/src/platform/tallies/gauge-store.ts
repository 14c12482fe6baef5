import { type Conn, sql } from '#platform/db'

/** What one process has right now under a name. */
export type GaugeRow = {
  readonly name: string
  readonly value: number
  readonly since: Date | undefined
}

/** Replaces all that this process has written. */
export async function putGauges(
  conn: Conn,
  process: string,
  rows: readonly GaugeRow[],
  observedAt: Date,
): Promise<void> {
  const names = rows.map(({ name }) => name)
  await sql`
    with ended as (
      delete from platform.gauges where process = ${process} and name <> all(${names}::text[])
    )
    insert into platform.gauges as gauge (name, process, value, since, observed_at)
    select name, ${process}, value, since, ${observedAt}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as observed (name text, value double precision, since timestamptz)
    on conflict (name, process) do update
    set value = excluded.value, since = excluded.since, observed_at = excluded.observed_at`.execute(
    conn,
  )
}

/** The sum over the processes, and the earliest instant of them. */
export async function sumGauges(
  conn: Conn,
  names: readonly string[],
  observedAfter: Date,
): Promise<readonly { name: string; value: number; since: Date | null }[]> {
  const { rows } = await sql<{ name: string; value: number; since: Date | null }>`
    select name, sum(value) as value, min(since) as since
    from platform.gauges
    where name = any(${names}::text[]) and observed_at > ${observedAfter}
    group by name`.execute(conn)
  return rows
}

/** Deletes what processes left that ended without a stop. */
export async function purgeGauges(conn: Conn, before: Date): Promise<void> {
  await sql`delete from platform.gauges where observed_at < ${before}`.execute(conn)
}
