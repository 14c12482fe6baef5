import { type Conn, sql } from '#platform/db'

/** A change is listed this long after it was written. It covers transactions of other roles, whose start PostgreSQL does not show. */
export const behindSeconds = 60

/**
 * The time up to which every change is committed, by the clock of the database. A row gets its time when it is written, and others see
 * it when its transaction commits. So the time is not later than the start of the oldest transaction that has written: however late
 * that one commits, its rows lie behind this time, and the next reading finds them.
 */
export async function updatedThrough(conn: Conn, seconds = behindSeconds): Promise<string> {
  const { rows } = await sql<{ through: Date }>`
    select date_trunc('milliseconds', least(
      clock_timestamp() - make_interval(secs => ${seconds}),
      (select min(xact_start) from pg_stat_activity
        where datname = current_database() and backend_xid is not null))) as through
  `.execute(conn)
  const [{ through }] = rows as [{ through: Date }]
  return through.toISOString()
}
