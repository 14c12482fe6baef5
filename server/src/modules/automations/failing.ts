import { sql } from 'kysely'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Deps } from './deps.ts'
import type { Run } from './run.ts'

/** So many runs that were given up or could not be done, without a success in between, and a rule is paused. */
export const failuresMax = 20

type Failure = { readonly run: Run; readonly automationName: string; readonly now: Date }

/** Participant. A rule that only fails costs its receiver and us, and helps nobody: at last it is paused, and its company told. */
export async function countFailure(
  { adminsOf }: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, now }: Failure,
): Promise<void> {
  const { companyId, automationId } = run
  if ((await addFailure(tx, companyId, automationId)) < failuresMax) return
  if (!(await pauseFailing(tx, companyId, automationId, now))) return
  await holdWaiting(tx, companyId, automationId)
  await recordAudit(tx, {
    companyId,
    action: 'automations.automation_paused_failing',
    target: { type: 'automation', id: automationId },
    outcome: 'done',
    details: { failures: failuresMax, runId: run.id },
    now,
  })
  for (const { userId, email } of await adminsOf(tx, companyId)) {
    await enqueueMail(tx, {
      to: email,
      subject: `The automation "${automationName}" is paused`,
      text: letter(automationName, automationId),
      dedupeKey: `automations.paused_failing/${automationId}/${now.getTime()}/${userId}`,
      now,
    })
  }
}

/** Participant. A success ends the count; where nothing has failed it writes nothing. */
export async function forgetFailures(tx: Tx, { companyId, automationId }: Run): Promise<void> {
  await sql`
    update automations.automations set failures_in_row = 0
    where company_id = ${companyId} and id = ${automationId} and failures_in_row > 0
  `.execute(tx)
}

async function addFailure(tx: Tx, companyId: string, automationId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update automations.automations set failures_in_row = failures_in_row + 1
    where company_id = ${companyId} and id = ${automationId}
    returning failures_in_row as failures
  `.execute(tx)
  return rows[0]?.failures ?? 0
}

async function pauseFailing(
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
async function holdWaiting(tx: Tx, companyId: string, automationId: string): Promise<void> {
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

function letter(name: string, id: string): string {
  return `The last ${failuresMax} runs of the automation "${name}" (${id}) failed, without a success in between. It is paused: new events are left aside, and what waited is held.

Look at its runs for what they met. Once that is mended, set it to ACTIVE and release what was held.
`
}
