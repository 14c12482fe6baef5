import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Payment } from '#modules/payments'
import type { Tx } from '#platform/db'
import type { Attempt } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { opening, type PaymentToOpen, planApproval } from './payment-to-open.ts'
import { leaveCart, recordOrder, resolveStuck, sell } from './reconcile.ts'
import { markSettledOnCredit } from './store.ts'

/**
 * A participant: nobody outside is asked about a payment on net terms, so nothing can come between its promise and its
 * order. What a card's checkout does in two transactions is done in the caller's: all of it, or none.
 *
 * The goods come before the credit. Whoever orders without a cart holds goods when it takes credit, and one order of locks
 * for everybody is what keeps two orders of one company from waiting for each other.
 */
export async function settleOnCredit(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  reserved: Attempt,
  given: PaymentToOpen,
  now: Date,
): Promise<{ attempt: Attempt; payment: Payment }> {
  const approval = await planApproval(deps, tx, actor, reserved, now)
  const attempt = { ...reserved, approval }
  const orderId = newId('ord', now)
  await sell(deps, tx, attempt, now)
  const payment = await deps.payments.open(tx, { ...opening(actor, attempt, given, now), orderId })
  assert(payment.state === 'AUTHORIZED', `payment ${payment.id} was promised on credit`)
  await recordOrder(deps, tx, attempt, payment, orderId, now)
  await leaveCart(deps, tx, attempt, now)
  const settled = await markSettledOnCredit(
    tx,
    attempt,
    { paymentId: payment.id, orderId, approval },
    now,
  )
  if (!settled) throw fail('reservation_expired', { checkoutId: attempt.id })
  await resolveStuck(deps, tx, settled, 'RESERVED', now)
  return { attempt: settled.attempt, payment }
}
