import { type Conn, sql } from '#platform/db'

/** What has been committed between two looks at the database. */
export type ChangesRead = {
  /** What the look saw, as PostgreSQL writes it: `xmin:xmax:xip,…`. */
  readonly snapshot: string
  readonly changed: readonly string[]
  /** Of all terms, at the same moment. */
  readonly termsRevision: number
}

/**
 * The changes that this statement sees and the look before it did not. Transactions commit in another order than they
 * begin, so the look before is told by its snapshot and not by a number. `changes_pkey` answers, from the oldest
 * transaction on that ran then. Without a look before there are no changes to tell.
 */
export async function readChanges(conn: Conn, since: string | undefined): Promise<ChangesRead> {
  const changed =
    since === undefined
      ? sql`'{}'::text[]`
      : sql`array(select distinct what from products.changes
          where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot))`
  const { rows } = await sql<{ snapshot: string; changed: string[]; terms_revision: number }>`
    select pg_current_snapshot()::text as snapshot, ${changed} as changed,
      (select last_value from products.terms_revision) as terms_revision
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from has one row')
  return { snapshot: row.snapshot, changed: row.changed, termsRevision: row.terms_revision }
}

/** Something that was read, and the snapshot that it was read with. */
export type TopicReading = {
  /** The id of a product, or `termsTopic`. */
  readonly topic: string
  readonly snapshot: string
}

export type ReadingsChecked = {
  /** Taken with the check: what is read after it is at least as new. */
  readonly snapshot: string
  /** In the order of the readings. */
  readonly changed: readonly boolean[]
}

/**
 * Which of these readings have changed since: a transaction that their snapshot does not contain has noted their topic, or
 * `everything`. The notes since the oldest snapshot are read once (`changes_pkey`). A reading must be younger than the notes
 * are kept.
 */
export async function checkReadings(
  conn: Conn,
  readings: readonly TopicReading[],
): Promise<ReadingsChecked> {
  const topics = readings.map(({ topic }) => topic)
  const snapshots = readings.map(({ snapshot }) => snapshot)
  const { rows } = await sql<{ snapshot: string; changed: number[] }>`
    with readings as materialized (
      select * from unnest(${topics}::text[], ${snapshots}::pg_snapshot[]) with ordinality as r(topic, snapshot, place)
    ), notes as materialized (
      select xid, what from products.changes
      where xid >= (select min(pg_snapshot_xmin(snapshot)) from readings)
    )
    select pg_current_snapshot()::text as snapshot, array(
      select distinct r.place - 1
      from readings r
      cross join lateral (values (r.topic), ('everything')) as watched(what)
      join notes n on n.what = watched.what collate "C"
      where not pg_visible_in_snapshot(n.xid, r.snapshot)
    ) as changed
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from has one row')
  const places = new Set(row.changed.map(Number))
  return { snapshot: row.snapshot, changed: readings.map((_reading, place) => places.has(place)) }
}

/** Whether PostgreSQL reads this text as a snapshot (`xmin:xmax:xip,…`): other text would fail the statement. */
export function isSnapshot(text: string): boolean {
  if (!/^[1-9][0-9]{0,17}:[1-9][0-9]{0,17}:([1-9][0-9]{0,17}(,[1-9][0-9]{0,17})*)?$/.test(text)) {
    return false
  }
  const [first, end, running] = text.split(':').map((part) => part.split(','))
  const xmin = BigInt(first?.[0] ?? 0)
  const xmax = BigInt(end?.[0] ?? 0)
  const xids = running?.[0] ? running.map(BigInt) : []
  return (
    xmin <= xmax &&
    xids.every((xid, at) => xid >= (xids[at - 1] ?? xmin) && xid >= xmin && xid < xmax)
  )
}

/** Older ones are asked for by nobody: see `forgetAfterMs`. */
export async function deleteChanges(conn: Conn, keptSeconds: number): Promise<void> {
  await sql`delete from products.changes where at < clock_timestamp() - make_interval(secs => ${keptSeconds})`.execute(
    conn,
  )
}
