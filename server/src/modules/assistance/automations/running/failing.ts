import { after, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { writeLetter } from '#platform/texts'
import { notifyAdmins } from '../actions/notify-admins.ts'
import type { Deps } from '../deps.ts'
import { writeMail } from '../mails.ts'
import { countFinished, type Finished, holdWaitingOf, pauseFailing } from './failing-store.ts'
import type { Run } from './run.ts'

/** A rule is paused if this percentage of its runs in a day failed, and there were enough runs to judge. */
export const failingLimits = { percent: 95, runsMin: 20, hours: 24 } as const

type Failure = { readonly run: Run; readonly automationName: string; readonly now: Date }

/**
 * A participant. A rule that always fails costs its receiver and us, and helps nobody: it is paused, and its company
 * is notified.
 */
export async function judgeFailing(
  deps: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, now }: Failure,
): Promise<void> {
  const { companyId, automationId } = run
  const since = after(now, -hoursMs(failingLimits.hours))
  const went = await countFinished(tx, companyId, automationId, since)
  if (!isFailing(went)) return
  if (!(await pauseFailing(tx, companyId, automationId, now))) return
  await holdWaitingOf(tx, companyId, automationId)
  recordAudit(tx, {
    companyId,
    action: 'automations.automation_paused_failing',
    target: { type: 'automation', id: automationId },
    outcome: 'done',
    details: { ...went, runId: run.id },
    now,
  })
  await notifyAdmins(deps, tx, {
    run,
    automationName,
    letterIn: (locale) =>
      writeLetter(writeMail, locale, 'paused', {
        ...went,
        name: automationName,
        id: automationId,
        hours: failingLimits.hours,
      }),
    key: `paused_failing/${automationId}/${now.getTime()}`,
    now,
  })
}

export function isFailing({ finished, failed }: Finished): boolean {
  return finished >= failingLimits.runsMin && failed * 100 >= finished * failingLimits.percent
}
