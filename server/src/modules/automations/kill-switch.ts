import type { Principal } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { ringAfterCommit } from '#platform/wake'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { runTopic } from './run.ts'
import {
  deleteSwitch,
  insertSwitch,
  type KillSwitch,
  listSwitches,
  releaseSwitched,
} from './switch-store.ts'

export const everybody = 'all'

/** From the next claim on nothing is begun for the company, or for anybody. What comes in is held and not lost. */
export async function switchOff(
  deps: Deps,
  operator: Principal,
  scope: string,
  note: string,
): Promise<KillSwitch[]> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await insertSwitch(tx, { scope, by: operator.id, at: now, note })
    await audit(tx, operator, 'switched_off', scope, { note }, now)
    return listSwitches(tx)
  })
}

/** What was held goes on. Returns how many runs that were. */
export async function switchOn(deps: Deps, operator: Principal, scope: string): Promise<number> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    if (!(await deleteSwitch(tx, scope))) throw fail('switch_not_found', { scope })
    const released = await releaseSwitched(tx, scope, now)
    await audit(tx, operator, 'switched_on', scope, { released }, now)
    ringAfterCommit(tx, runTopic)
    return released
  })
}

function audit(
  tx: Parameters<typeof recordAudit>[0],
  operator: Principal,
  done: 'switched_off' | 'switched_on',
  scope: string,
  details: Record<string, string | number>,
  now: Date,
): Promise<void> {
  return recordAudit(tx, {
    companyId: scope === everybody ? operator.companyId : scope,
    actor: operator,
    action: `automations.${done}`,
    target: { type: 'automation_switch', id: scope },
    outcome: 'done',
    details,
    now,
  })
}
