import { type Actor, may, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Attempt } from '../attempt.ts'
import { fail } from '../failures.ts'
import { checkoutCancelled } from './payment-outcome.ts'

export function assertMayCancel(actor: Actor, { id, ownerId }: Pick<Attempt, 'id' | 'ownerId'>) {
  if (ownerId !== ownerIdOf(actor) && !may(actor, 'cancel_checkouts_of_others')) {
    throw fail('cancel_not_allowed', { checkoutId: id })
  }
}

/** Before the handoff it is CANCELLED. After it, it has FAILED because a person cancelled it. */
export function isCancelled({ state, failure }: Pick<Attempt, 'state' | 'failure'>): boolean {
  return state === 'CANCELLED' || failure?.code === checkoutCancelled.code
}

/** The payment that the provider has to void. Throws if the attempt has ended. */
export function getCancellablePayment({
  id,
  state,
  paymentId,
}: Pick<Attempt, 'id' | 'state' | 'paymentId'>): Id<'pay'> {
  if (state !== 'PAYMENT_INITIATED_CART_RECONCILING' || !paymentId) {
    throw fail('attempt_over', { checkoutId: id, state })
  }
  return paymentId
}

/** An operator continues only an attempt whose payment was initiated. */
export function assertContinuable({ id, state }: Pick<Attempt, 'id' | 'state'>): void {
  if (state === 'RESERVED') throw fail('payment_not_begun', { checkoutId: id })
  if (state !== 'PAYMENT_INITIATED_CART_RECONCILING') {
    throw fail('attempt_over', { checkoutId: id, state })
  }
}
