import type { Actor, Principal } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import { auditAutomation } from './audit-automation.ts'
import { lockAutomation } from './automation-store.ts'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { batchMax } from './in-batches.ts'
import { runTopic } from './run.ts'
import { releaseHeld } from './run-store.ts'
import { findCompanyOf } from './watch-store.ts'

/** `remaining`: what is held still, because it was too much for one request. */
export type Released = { readonly released: number; readonly remaining: number }

/**
 * Lets go what was held because there was too much of it, the oldest first, at the pace that the rule may run at. A second
 * call goes on behind what the first has released.
 */
export async function releaseRuns(
  deps: Deps,
  actor: Actor,
  id: string,
  companyId: string = actor.companyId,
): Promise<Released> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const automation = await lockAutomation(tx, companyId, id)
    if (!automation) throw fail('automation_not_found', { automationId: id })
    const perMinute = automation.published?.runsPerMinute ?? 1
    const done = await releaseHeld(tx, companyId, id, { perMinute, limit: batchMax }, now)
    auditAutomation(tx, actor, 'released', id, now, done, companyId)
    ringAfterCommit(tx, runTopic)
    return done
  })
}

/** The same by an operator, whosever the automation is: it is noted in the record of its company. */
export async function releaseAnyRuns(
  deps: Deps,
  operator: Principal,
  id: string,
): Promise<Released> {
  const companyId = await findCompanyOf(deps.database.pool, id)
  if (!companyId) throw fail('automation_not_found', { automationId: id })
  return releaseRuns(deps, operator, id, companyId)
}
