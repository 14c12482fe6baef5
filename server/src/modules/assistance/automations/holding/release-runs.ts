import type { Actor, Principal } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import type { Deps } from '../deps.ts'
import { auditAutomation } from '../editing/audit-automation.ts'
import { lockAutomation } from '../editing/automation-store.ts'
import { fail } from '../failures.ts'
import { batchMax } from '../running/in-batches.ts'
import { runTopic } from '../running/run.ts'
import { releaseHeld } from '../running/run-store.ts'
import { findCompanyOf } from '../watch/watch-store.ts'

/** `remaining`: runs that are still held because they were too many for one request. */
export type Released = { readonly released: number; readonly remaining: number }

/**
 * Releases runs that were held because there were too many, the oldest first, at the rate of the rule. A second call
 * continues behind the runs that the first has released.
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

/** Like `releaseRuns`, for an operator and any company. The audit log of that company records it. */
export async function releaseAnyRuns(
  deps: Deps,
  operator: Principal,
  id: string,
): Promise<Released> {
  const companyId = await findCompanyOf(deps.database.pool, id)
  if (!companyId) throw fail('automation_not_found', { automationId: id })
  return releaseRuns(deps, operator, id, companyId)
}
