import { type Actor, hasScopeSomewhere } from '#kernel/actor'

/**
 * An approver may not hand a cart over to payment, and so may not order by another route either. A partner app needs
 * the permission to pay. An integration may order if an administrator gave its key the scope.
 */
export function mayPay(actor: Actor): boolean {
  return actor.kind === 'api_key' || hasScopeSomewhere(actor, 'payments:write')
}
