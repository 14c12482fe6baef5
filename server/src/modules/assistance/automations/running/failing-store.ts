import { sql } from 'kysely'
import type { Tx } from '#platform/db'

/** How many runs of a rule finished, and how many failed. */
export type Finished = { readonly finished: number; readonly failed: number }

/**
 * Counts the runs that finished since then, and since the rule was last published or resumed. The rule's row is the
 * fence: of two simultaneous failures, the second counts the first. Uses `runs_judged`; a rule starts at most 60 runs
 * a minute.
 */
export async function countFinished(
  tx: Tx,
  companyId: string,
  automationId: string,
  since: Date,
): Promise<Finished> {
  await sql`
    select 1 from automations.automations where company_id = ${companyId} and id = ${automationId} for update
  `.execute(tx)
  const { rows } = await sql<Finished>`
    select count(*) as finished, count(*) filter (where r.state <> 'SUCCEEDED') as failed
    from automations.runs r
    where r.company_id = ${companyId} and r.automation_id = ${automationId}
      and r.state in ('SUCCEEDED', 'FAILED', 'DEAD_LETTERED')
      and r.finished_at >= greatest(${since}::timestamptz, (
        select a.judged_since from automations.automations a
        where a.company_id = ${companyId} and a.id = ${automationId}))
  `.execute(tx)
  return rows[0] ?? { finished: 0, failed: 0 }
}

/** Returns false if the rule no longer runs. */
export async function pauseFailing(
  tx: Tx,
  companyId: string,
  automationId: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automations.automations set state = 'PAUSED', failing_since = ${now}, updated_at = ${now}
    where company_id = ${companyId} and id = ${automationId} and state = 'ACTIVE'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** A worker holds the rest when it reaches them. */
const heldAtOnceMax = 5_000

/** Nobody decided against these runs: they wait until somebody releases them. */
export async function holdWaitingOf(
  tx: Tx,
  companyId: string,
  automationId: string,
): Promise<void> {
  await sql`
    with waiting as materialized (
      select company_id, id from automations.runs
      where company_id = ${companyId} and automation_id = ${automationId}
        and state in ('PENDING', 'RETRYING')
      order by available_at, id
      limit ${heldAtOnceMax}
      for update skip locked
    )
    update automations.runs r set state = 'HELD', reason = 'rule_failing'
    from waiting w where (r.company_id, r.id) = (w.company_id, w.id)
  `.execute(tx)
}
