import { sql } from 'kysely'
import type { Conn } from './conn.ts'

/** Reasons why PostgreSQL cannot remove dead rows. Dead rows make queues slow and tables grow. */
export type VacuumReading = {
  /**
   * The oldest transaction, prepared transaction or replication slot that keeps old rows: its age, and how many transactions have
   * begun since. The age is 0 if our role may not see it.
   */
  readonly oldestSnapshotSeconds: number
  readonly oldestSnapshotTransactions: number
  /** The holder, as PostgreSQL describes it: a process and its state, a prepared transaction, a slot. */
  readonly oldestSnapshotOf: string
  /** The table with the most dead rows among those that consist mostly of dead rows and were not vacuumed for ten minutes. */
  readonly deadRows: number
  readonly deadRowsOf: string
}

type Row = {
  seconds: number | null
  transactions: number | null
  holder: string | null
  dead: number | null
  relation: string | null
}

/** `deadRowsMin`: tables with fewer dead rows are ignored. */
export async function measureVacuum(conn: Conn, deadRowsMin: number): Promise<VacuumReading> {
  const { rows } = await sql<Row>`
    with snapshots as (
      select extract(epoch from clock_timestamp() - xact_start)::float8 as seconds,
             greatest(age(backend_xmin), age(backend_xid)) as transactions,
             concat_ws(' ', backend_type, pid, nullif(application_name, ''), state) as holder
      from pg_stat_activity
      where pid <> pg_backend_pid() and (backend_xmin is not null or backend_xid is not null)
        and (backend_type = 'walsender' or backend_type = 'client backend' and datname = current_database())
      union all
      select extract(epoch from clock_timestamp() - prepared)::float8, age(transaction), 'prepared transaction ' || gid
      from pg_prepared_xacts where database = current_database()
      union all
      select null, greatest(age(xmin), age(catalog_xmin)), 'replication slot ' || slot_name
      from pg_replication_slots where xmin is not null or catalog_xmin is not null
    ),
    dead as (
      select n_dead_tup as rows, schemaname || '.' || relname as relation from pg_stat_user_tables
      where n_dead_tup >= ${deadRowsMin} and n_dead_tup > n_live_tup / 2
        and coalesce(greatest(last_vacuum, last_autovacuum), '-infinity') < clock_timestamp() - interval '10 minutes'
      order by n_dead_tup desc limit 1
    ),
    oldest as (select * from snapshots order by transactions desc, seconds desc nulls last limit 1)
    select (select max(seconds) from snapshots) as seconds, (select transactions from oldest) as transactions,
           (select holder from oldest) as holder, (select rows from dead) as dead,
           (select relation from dead) as relation
  `.execute(conn)
  const [row] = rows
  return {
    oldestSnapshotSeconds: Math.max(0, Math.round(row?.seconds ?? 0)),
    oldestSnapshotTransactions: row?.transactions ?? 0,
    oldestSnapshotOf: row?.holder ?? '',
    deadRows: row?.dead ?? 0,
    deadRowsOf: row?.relation ?? '',
  }
}
