import { firstIdAt } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { writeLetter } from '#platform/texts'
import { notifyAdmins } from '../actions/notify-admins.ts'
import type { Deps } from '../deps.ts'
import { writeMail } from '../mails.ts'
import { type Batched, inBatches } from '../running/in-batches.ts'
import { heldDays } from '../running/run.ts'
import { type ExpiredOf, expireHeld, markNotified } from './held-store.ts'

const limit = 1_000

/**
 * Housekeeping: held runs that nobody released in time are EXPIRED. They are shown for the same time again, and the
 * company is notified.
 */
export function expireAllHeld(deps: Deps): Promise<Batched> {
  const { database, now, log } = deps
  return inBatches(async () => {
    const at = now()
    const oldest = firstIdAt('run', after(at, -daysMs(heldDays)))
    const ended = await database.transaction(async (tx) => {
      const rules = await expireHeld(tx, oldest, at, limit)
      for (const rule of rules) await reportExpired(deps, tx, rule, at)
      return rules
    })
    const expired = ended.reduce((sum, rule) => sum + rule.count, 0)
    if (expired > 0) log.warn({ expired }, 'Held automation runs have EXPIRED.')
    return expired
  }, limit)
}

async function reportExpired(deps: Deps, tx: Tx, rule: ExpiredOf, now: Date): Promise<void> {
  const { companyId, automationId, automationName, count, run } = rule
  recordAudit(tx, {
    companyId,
    action: 'automations.runs_expired',
    target: { type: 'automation', id: automationId },
    outcome: 'done',
    details: { expired: count },
    now,
  })
  // At most one notice a day: runs that were held within an hour expire within an hour.
  const since = after(now, -daysMs(1))
  if (!(await markNotified(tx, rule, 'expiry_notified_at', { now, since }))) return
  await notifyAdmins(deps, tx, {
    run: { ...run, companyId, automationId },
    automationName,
    letterIn: (locale) =>
      writeLetter(writeMail, locale, 'expired', {
        name: automationName,
        id: automationId,
        days: heldDays,
      }),
    key: `expired/${automationId}/${now.getTime()}`,
    now,
  })
}
