import { type Actor, ownerIdOf } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { type Attempt, isAlive } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { assertReachable } from '../own-checkout.ts'
import { lockAttempt, markEnded, noteCancellation } from '../store.ts'
import { assertMayCancel, getCancellablePayment, isCancelled } from './may-cancel.ts'
import { notifyOwner } from './notify-owner.ts'
import { release, settle } from './reconcile.ts'

/**
 * The owner, the administrators of the company and operators may cancel a checkout. An approver, who may not pay for
 * others, may not cancel their checkouts either. With a note the audit log records who cancelled it, and why.
 *
 * Before the handoff the reservation is given back. After it the payment is first voided at the provider, and the
 * provider's answer decides: an attempt that was paid in the meantime becomes an order. A second cancellation finds the
 * attempt cancelled, or failed because of the first, and returns the same.
 */
export async function cancelCheckout(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  note?: string,
): Promise<Attempt> {
  const { companyId } = actor
  const attempt = await cancelReservation(deps, actor, attemptId, note)
  if (isCancelled(attempt)) return attempt
  await deps.payments.cancel(companyId, getCancellablePayment(attempt))
  const settled = await settle(deps, companyId, attemptId)
  return settled.attempt
}

async function cancelReservation(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  note: string | undefined,
): Promise<Attempt> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, actor.companyId, attemptId)
    assertReachable(actor, attempt, attemptId, 'orders:write')
    const cancelledBy = ownerIdOf(actor)
    assertMayCancel(actor, attempt)
    if (note !== undefined && isAlive(attempt.state)) {
      recordAudit(tx, {
        companyId: actor.companyId,
        actor,
        action: 'checkout.cancelled_by_operator',
        target: { type: 'checkout', id: attemptId },
        outcome: 'done',
        details: { note },
        now,
      })
    }
    const end = { from: 'RESERVED', to: 'CANCELLED', cancelledBy } as const
    const ended = await markEnded(tx, attempt, end, now)
    if (!ended) {
      await noteCancellation(tx, attempt, cancelledBy)
      return attempt
    }
    await release(deps, tx, attempt, now)
    await notifyOwner(deps, tx, ended, now)
    return ended
  })
}
