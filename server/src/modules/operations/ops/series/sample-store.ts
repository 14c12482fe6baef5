import { type Conn, sql } from '#platform/db'

/** The figure of a section in a quarter of an hour. */
export type Sample = {
  readonly section: string
  readonly metric: string
  readonly startsAt: Date
  readonly value: number
}

/** Keeps the highest value of each quarter. Several workers may write the same quarter. */
export async function keepSamples(conn: Conn, samples: readonly Sample[]): Promise<void> {
  const rows = samples.map(({ section, metric, startsAt, value }) => {
    return { section, metric, starts_at: startsAt, value }
  })
  await sql`
    insert into ops.section_samples as sample (section, metric, starts_at, value)
    select section, metric, starts_at, value
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as read (section text, metric text, starts_at timestamptz, value double precision)
    order by section collate "C", metric collate "C"
    on conflict (section, metric, starts_at) do update
    set value = greatest(sample.value, excluded.value)`.execute(conn)
}

/** No release has so many sections, and a day has 96 quarters. */
const samplesMax = 20_000

export async function listSamples(conn: Conn, since: Date): Promise<readonly Sample[]> {
  const { rows } = await sql<Sample>`
    select section, metric, starts_at as "startsAt", value
    from ops.section_samples
    where starts_at > ${since}
    order by section, metric, starts_at
    limit ${samplesMax}`.execute(conn)
  return rows
}

/** Deletes what no sparkline shows any more. */
export async function purgeSamples(conn: Conn, before: Date): Promise<void> {
  await sql`delete from ops.section_samples where starts_at < ${before}`.execute(conn)
}
