import { type Actor, hasScopeSomewhere, lacksForCompany } from '#kernel/actor'
import { unitsWithScope } from '#modules/structure'
import type { Tx } from '#platform/db'
import type { Snapshot } from '../attempt.ts'
import { fail } from '../failures.ts'

/**
 * An approver may not hand a cart over to payment, and so may not order by another route either. A partner app needs
 * the permission to pay. An integration may order if an administrator gave its key the scope.
 */
export function mayPay(actor: Actor): boolean {
  return actor.kind === 'api_key' || hasScopeSomewhere(actor, 'payments:write')
}

/**
 * Participant, before `payFor`. A person who approves for one unit and buys for another pays for the other alone. Reads nothing for those who
 * pay for the company.
 */
export async function assertMayPayFor(
  tx: Tx,
  actor: Actor,
  { unitId }: Pick<Snapshot, 'unitId'>,
): Promise<void> {
  if (!lacksForCompany(actor, 'payments:write')) return
  const unitIds = await unitsWithScope(tx, actor, 'payments:write')
  if (unitId === undefined || !unitIds.includes(unitId)) throw fail('handoff_not_allowed')
}
