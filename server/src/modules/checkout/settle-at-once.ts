import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { OrderDocument } from '#modules/orders'
import type { Payment } from '#modules/payments'
import type { Tx } from '#platform/db'
import { type Attempt, isFree } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { opening, type PaymentToOpen, planApproval } from './payment-to-open.ts'
import { leaveCart, recordOrder, sell, spend } from './reconcile.ts'
import { insertAttempt, moveAttempt } from './store.ts'

/** An attempt that nobody else moves: its row is locked, or is not written yet. */
export type HeldAttempt = { readonly attempt: Attempt; readonly isStored: boolean }

/** An attempt with its payment and its order, as they stand from the commit on. An order of nothing has no payment. */
export type Settled = {
  readonly attempt: Attempt
  readonly payment: Payment | undefined
  readonly order: OrderDocument
}

export function isSettled(done: { readonly attempt: Attempt }): done is Settled {
  return 'order' in done
}

/**
 * A participant: nobody outside is asked about a payment on net terms, and about an order of nothing, so nothing can come between
 * them and their order. What a card's checkout does in two transactions is done in the caller's: all of it, or none.
 *
 * The goods come before the credit. Whoever orders without a cart has sold goods when it takes credit, and one order of locks
 * for everybody is what keeps two orders of one company from waiting for each other.
 */
export async function settleAtOnce(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  held: HeldAttempt,
  given: PaymentToOpen,
  now: Date,
): Promise<Settled> {
  const approval = await planApproval(deps, tx, actor, held.attempt, now)
  const attempt = { ...held.attempt, approval }
  const orderId = newId('ord', now)
  if (held.isStored) await sell(deps, tx, attempt, now)
  else await spend(deps, tx, attempt, now)
  const payment = isFree(attempt)
    ? undefined
    : await deps.payments.open(tx, { ...opening(actor, attempt, given, now), orderId })
  assert(!payment || payment.state === 'AUTHORIZED', `payment ${given.id} was promised on credit`)
  const order = await recordOrder(deps, tx, attempt, payment, orderId, now)
  leaveCart(deps, tx, attempt, now)
  const settled: Attempt = {
    ...attempt,
    state: 'COMPLETED',
    paymentId: payment?.id,
    paymentInitiatedAt: payment && now,
    orderId,
    endedAt: now,
  }
  if (!held.isStored) insertAttempt(tx, settled)
  else moveAttempt(tx, 'RESERVED', settled)
  return { attempt: settled, payment, order }
}
