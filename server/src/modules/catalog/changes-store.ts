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
      : sql`array(select distinct what from catalog.changes
          where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot))`
  const { rows } = await sql<{ snapshot: string; changed: string[]; terms_revision: number }>`
    select pg_current_snapshot()::text as snapshot, ${changed} as changed,
      (select last_value from catalog.terms_revision) as terms_revision
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from has one row')
  return { snapshot: row.snapshot, changed: row.changed, termsRevision: row.terms_revision }
}

/** Older ones are asked for by nobody: see `forgetAfterMs`. */
export async function deleteChanges(conn: Conn, keptSeconds: number): Promise<void> {
  await sql`delete from catalog.changes where at < clock_timestamp() - make_interval(secs => ${keptSeconds})`.execute(
    conn,
  )
}
