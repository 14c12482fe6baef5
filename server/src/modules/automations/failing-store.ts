import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { Run } from './run.ts'

/** How often the rule has failed now without a success. */
export async function addFailure(tx: Tx, companyId: string, automationId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update automations.automations set failures_in_row = failures_in_row + 1
    where company_id = ${companyId} and id = ${automationId}
    returning failures_in_row as failures
  `.execute(tx)
  return rows[0]?.failures ?? 0
}

/** False where it does not run any more. */
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

/** Of very many the rest is held when a worker comes to it. */
const heldAtOnceMax = 5_000

/** Nobody decided that these should not be done: they wait until somebody lets them go. */
export async function holdWaitingOf(
  tx: Tx,
  companyId: string,
  automationId: string,
): Promise<void> {
  await sql`
    with waiting as (
      select id from automations.runs
      where company_id = ${companyId} and automation_id = ${automationId}
        and state in ('PENDING', 'RETRYING')
      order by available_at, id
      limit ${heldAtOnceMax}
      for update skip locked
    )
    update automations.runs r set state = 'HELD', reason = 'rule_failing'
    from waiting w where r.company_id = ${companyId} and r.id = w.id
  `.execute(tx)
}

/** Participant. A success ends the count; where nothing has failed it writes nothing. */
export async function forgetFailures(tx: Tx, { companyId, automationId }: Run): Promise<void> {
  await sql`
    update automations.automations set failures_in_row = 0
    where company_id = ${companyId} and id = ${automationId} and failures_in_row > 0
  `.execute(tx)
}
