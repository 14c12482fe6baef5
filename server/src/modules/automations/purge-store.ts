import { sql } from 'kysely'
import type { Conn } from '#platform/db'

/** What was not done is kept for a day: one row for each event whose condition did not hold. `runs_kept_a_day` answers. */
export async function purgeNotDone(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with old as materialized (
      select company_id, id from automations.runs
      where state in ('SKIPPED', 'REFUSED', 'CANCELLED') and finished_at < ${before}
      order by finished_at limit ${limit} for update skip locked
    )
    delete from automations.runs r using old where (r.company_id, r.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/**
 * The others are kept longer, and dead letters until somebody has said what becomes of them. `runs_finished` answers: what
 * is that old and stays is a dead letter that waits.
 */
export async function purgeDone(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with old as materialized (
      select company_id, id from automations.runs
      where finished_at is not null and finished_at < ${before} and (state <> 'DEAD_LETTERED' or outcome is not null)
      order by finished_at limit ${limit} for update skip locked
    )
    delete from automations.runs r using old where (r.company_id, r.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
