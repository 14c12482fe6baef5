import { sql } from 'kysely'
import type { Conn } from '#platform/db'

/**
 * Deletes runs that did nothing after a day: there is one row for each event for which the condition did not hold.
 * Uses `runs_kept_a_day`.
 */
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
 * Other runs are kept longer, and dead letters until an operator decides. Uses `runs_finished`: the old rows that
 * remain are undecided dead letters.
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
