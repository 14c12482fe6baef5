import type { Principal } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { inBatches } from '../running/in-batches.ts'
import { runTopic } from '../running/run.ts'
import {
  deleteSwitch,
  holdWaiting,
  insertSwitch,
  type KillSwitch,
  listSwitches,
  releaseSwitched,
} from './switch-store.ts'

export const everybody = 'all'

/**
 * From the next claim on no run starts, for the company or for all. New runs are held and not lost. Throws if the
 * company does not exist: after a typing error the operator would believe that its rules had stopped.
 */
export async function switchOff(
  deps: Deps,
  operator: Principal,
  scope: string,
  note: string,
): Promise<KillSwitch[]> {
  const now = deps.now()
  const { pool } = deps.database
  if (scope !== everybody && !(await deps.namesOf(pool, [scope])).has(scope)) {
    throw fail('switch_company_unknown', { scope })
  }
  await deps.database.transaction(async (tx) => {
    await insertSwitch(tx, { scope, by: operator.id, at: now, note })
    audit(tx, operator, 'switched_off', scope, { note }, now)
  })
  // This follows the switch, which works at once however many runs wait: a worker holds the ones that are left when
  // it reaches them.
  await inBatches((limit) => holdWaiting(deps.database.pool, scope, limit))
  return listSwitches(deps.database.pool)
}

/**
 * Held runs continue. Returns how many were released so far: if there are very many, the rest follows in the
 * background.
 */
export async function switchOn(deps: Deps, operator: Principal, scope: string): Promise<number> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await deleteSwitch(tx, scope))) throw fail('switch_not_found', { scope })
    audit(tx, operator, 'switched_on', scope, {}, now)
  })
  return releaseNoLongerOff(deps)
}

/**
 * Releases runs whose switch is gone: those that were too many for one request, or were claimed before the switch was
 * off.
 */
export async function releaseNoLongerOff({ database, wake, now }: Deps): Promise<number> {
  const { count } = await inBatches((limit) => releaseSwitched(database.pool, now(), limit))
  if (count > 0) wake.ring(runTopic)
  return count
}

function audit(
  tx: Parameters<typeof recordAudit>[0],
  operator: Principal,
  done: 'switched_off' | 'switched_on',
  scope: string,
  details: Record<string, string | number>,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: scope === everybody ? operator.companyId : scope,
    actor: operator,
    action: `automations.${done}`,
    target: { type: 'automation_switch', id: scope },
    outcome: 'done',
    details,
    now,
  })
}
