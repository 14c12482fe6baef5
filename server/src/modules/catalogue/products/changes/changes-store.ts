import { type Conn, sql } from '#platform/db'

/** The changes that were committed between two reads of the table. */
export type ChangesRead = {
  /** The snapshot of the read, as PostgreSQL writes it: `xmin:xmax:xip,…`. */
  readonly snapshot: string
  readonly changed: readonly string[]
  /** The revision of all terms in the same snapshot. */
  readonly termsRevision: number
}

/**
 * Returns the changes that this statement sees and the previous read did not. Transactions do not commit in the order
 * in which they begin, so a snapshot and not a number identifies the previous read. `changes_pkey` serves it, from the
 * oldest transaction that ran then. Without a previous read it returns no changes.
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

/** A cached value, and the snapshot with which it was read. */
export type TopicReading = {
  /** The id of a product, or `termsTopic`. */
  readonly topic: string
  readonly snapshot: string
}

export type ReadingsChecked = {
  /** The snapshot of the check. Data that is read after the check is at least as new. */
  readonly snapshot: string
  /** In the order of the readings. */
  readonly changed: readonly boolean[]
}

/**
 * Tells which of these readings are out of date: a transaction outside their snapshot has recorded their topic, or
 * `everything`. The changes since the oldest snapshot are read once (`changes_pkey`). A reading must be younger than
 * the oldest recorded change.
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

/** True if PostgreSQL accepts the text as a snapshot (`xmin:xmax:xip,…`). Other text would fail the statement. */
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

/** Nobody reads older changes: see `forgetAfterMs`. */
export async function deleteChanges(conn: Conn, keptSeconds: number): Promise<void> {
  await sql`delete from products.changes where at < clock_timestamp() - make_interval(secs => ${keptSeconds})`.execute(
    conn,
  )
}
