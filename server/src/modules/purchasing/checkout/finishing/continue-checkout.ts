import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Attempt } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { lockAttempt } from '../store.ts'
import { assertContinuable } from './may-cancel.ts'
import { driveAttempt } from './sweep.ts'

/**
 * An operator asks the payment provider at once, as the worker does later: the checkout completes, or fails, or goes on
 * waiting for its payment.
 */
export async function continueCheckout(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
): Promise<Attempt> {
  const now = deps.now()
  const attempt = await deps.database.transaction(async (tx) => {
    const found = await lockAttempt(tx, actor.companyId, attemptId)
    if (!found) throw fail('attempt_not_found', { checkoutId: attemptId })
    assertContinuable(found)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'checkout.continued_by_operator',
      target: { type: 'checkout', id: attemptId },
      outcome: 'done',
      now,
    })
    return found
  })
  return driveAttempt(deps, attempt)
}
