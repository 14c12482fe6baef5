import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { type Deputy, type DeputyInput, periodOf } from './deputy.ts'
import { countDeputiesLocked, deleteDeputy, insertDeputy } from './deputy-store.ts'

const deputiesMax = 10

/** Only for oneself: nobody names a deputy for another person. */
export async function nameDeputy(
  deps: ApprovalsDeps,
  actor: Actor,
  { deputyId, ...period }: DeputyInput,
): Promise<Deputy> {
  const now = deps.now()
  const { companyId, id: personId } = actor
  const deputy: Deputy = { id: newId('dep', now), personId, deputyId, ...periodOf(period, now) }
  return deps.database.transaction(async (tx) => {
    const activeIds = await deps.peopleOf(tx, companyId, { ids: [deputyId] })
    if (activeIds.length === 0 || deputyId === personId) {
      throw fail('people_unknown', { people: [deputyId] })
    }
    const count = await countDeputiesLocked(tx, { companyId, personId }, now)
    if (count >= deputiesMax) throw fail('deputies_limit_reached')
    await insertDeputy(tx, companyId, deputy, now)
    auditDeputy(tx, actor, 'named', deputy, now)
    return deputy
  })
}

export async function takeDeputyBack(
  { database, now: clock }: ApprovalsDeps,
  actor: Actor,
  id: string,
): Promise<Deputy> {
  const now = clock()
  const { companyId, id: personId } = actor
  return database.transaction(async (tx) => {
    const deputy = await deleteDeputy(tx, { companyId, personId }, id)
    if (!deputy) throw fail('deputy_not_found', { deputyId: id })
    auditDeputy(tx, actor, 'taken_back', deputy, now)
    return deputy
  })
}

function auditDeputy(tx: Tx, actor: Actor, change: string, deputy: Deputy, now: Date): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.deputy_${change}`,
    target: { type: 'deputy', id: deputy.id },
    outcome: 'done',
    details: { deputyId: deputy.deputyId, endsAt: deputy.endsAt.toISOString() },
    now,
  })
}
