import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { OrderDocument } from '#modules/orders'
import type { Payment } from '#modules/payments'
import type { Tx } from '#platform/db'
import { type Attempt, isFree } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { leaveCart, recordOrder, sell, spend } from '../finishing/reconcile.ts'
import { insertAttempt, moveAttempt } from '../store.ts'
import { openPaymentInput, type PaymentToOpen, planApproval } from './payment-to-open.ts'

/** An attempt that nobody else can change: its row is locked, or is not written yet. */
export type LockedAttempt = { readonly attempt: Attempt; readonly isStored: boolean }

/**
 * An attempt with its payment and its order, as they are after the commit. An order with a total of zero has no
 * payment.
 */
export type SettledAttempt = {
  readonly attempt: Attempt
  readonly payment: Payment | undefined
  readonly order: OrderDocument
}

export function isSettled(done: { readonly attempt: Attempt }): done is SettledAttempt {
  return 'order' in done
}

/**
 * Participant: an order on net terms, or with a total of zero, asks nobody outside, so nothing can come between payment
 * and order. The caller's transaction does all that a card's checkout does in two: everything or nothing.
 *
 * Goods come before credit. An order without a cart has sold its goods when it takes credit, and the same order of
 * locks everywhere keeps two orders of one company from waiting for each other.
 */
export async function settleAtOnce(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedAttempt,
  paymentToOpen: PaymentToOpen,
  now: Date,
): Promise<SettledAttempt> {
  const approval = await planApproval(deps, tx, actor, locked.attempt, now)
  const attempt = { ...locked.attempt, approval }
  const orderId = newId('ord', now)
  if (locked.isStored) await sell(deps, tx, attempt, orderId, now)
  else await spend(deps, tx, attempt, orderId, now)
  const payment = isFree(attempt)
    ? undefined
    : await deps.payments.open(tx, {
        ...openPaymentInput(actor, attempt, paymentToOpen, now),
        orderId,
      })
  assert(
    !payment || payment.state === 'AUTHORIZED',
    `payment ${paymentToOpen.id} was promised on credit`,
  )
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
  if (!locked.isStored) insertAttempt(tx, settled)
  else moveAttempt(tx, 'RESERVED', settled)
  return { attempt: settled, payment, order }
}
