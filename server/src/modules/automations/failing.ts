import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Deps } from './deps.ts'
import { addFailure, holdWaitingOf, pauseFailing } from './failing-store.ts'
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
  await holdWaitingOf(tx, companyId, automationId)
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

function letter(name: string, id: string): string {
  return `The last ${failuresMax} runs of the automation "${name}" (${id}) failed, without a success in between. It is paused: new events are left aside, and what waited is held.

Look at its runs for what they met. Once that is mended, set it to ACTIVE and release what was held.
`
}
