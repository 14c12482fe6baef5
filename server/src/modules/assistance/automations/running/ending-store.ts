import { sql } from 'kysely'
import type { Conn } from '#platform/db'

type Rule = { readonly companyId: string; readonly automationId: string }

/** True for a run `r` if its rule was paused after the run was accepted. */
const isEnded = sql`(r.pauses is null or r.pauses < a.pauses)`

/**
 * Ends a batch of runs and returns how many. Uses `runs_waiting` and `runs_held`. The update finds the rows by their
 * whole key alone: with a further condition, stale statistics make PostgreSQL compare every run with every other.
 */
export async function endUnfinished(
  conn: Conn,
  { companyId, automationId }: Rule,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with waiting as (
      select r.company_id, r.id, a.state as rule_state from automations.runs r
      join automations.automations a on a.company_id = r.company_id and a.id = r.automation_id
      where r.company_id = ${companyId} and r.automation_id = ${automationId}
        and r.state in ('PENDING', 'RETRYING') and ${isEnded}
      order by r.id limit ${limit} for update of r skip locked
    ), held as (
      select r.company_id, r.id, a.state as rule_state from automations.runs r
      join automations.automations a on a.company_id = r.company_id and a.id = r.automation_id
      where r.company_id = ${companyId} and r.automation_id = ${automationId} and r.state = 'HELD' and ${isEnded}
      order by r.id limit ${limit} for update of r skip locked
    ), ended as materialized (
      select * from waiting union all select * from held limit ${limit}
    )
    update automations.runs r
    set state = 'CANCELLED', finished_at = ${now},
        reason = case when e.rule_state = 'DELETED' then 'rule_deleted' else 'rule_paused' end
    from ended e
    where (r.company_id, r.id) = (e.company_id, e.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Rules with runs that may still have to be ended, the oldest first. Uses `automations_ending`. */
export async function listEnding(conn: Conn, limit: number): Promise<Rule[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: the housekeeping serves all of them */
    select company_id, id from automations.automations where ending order by id limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ companyId: row.company_id, automationId: row.id }))
}

/** Marks the rule as done if no run is left to end, and none is running that could still be held. */
export async function finishEnding(conn: Conn, { companyId, automationId }: Rule): Promise<void> {
  const left = sql`select from automations.runs r
    where r.company_id = a.company_id and r.automation_id = a.id and ${isEnded}`
  await sql`
    update automations.automations a set ending = false
    where a.company_id = ${companyId} and a.id = ${automationId} and a.ending
      and not exists (${left} and r.state in ('PENDING', 'RETRYING'))
      and not exists (${left} and r.state = 'HELD')
      and not exists (${left} and r.state = 'LEASED')
  `.execute(conn)
}
