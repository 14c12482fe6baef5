import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Payment, PaymentMethod } from '#modules/payments'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import type { Attempt } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import { carryOn } from './reconcile.ts'
import { lockAttempt, markPaymentInitiated } from './store.ts'

export type StartPaymentInput = {
  readonly method: PaymentMethod
  readonly returnUrl?: string | undefined
  readonly idempotency: IdempotencyClaim | undefined
}

/** The worker takes over when the request that handed the payment over has not finished by then. */
const firstLookSeconds = 20

/**
 * The handoff to payment. First, in one transaction, the payment is written and the state moved; then, in
 * none, the provider is asked. Whatever dies in between, the attempt is a row that says what is left to do.
 */
export async function startPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<{ attempt: Attempt; payment: Payment }> {
  await openPayment(deps, actor, attemptId, input)
  crashPoint('checkout.payment_opened')
  return carryOn(deps, actor.companyId, attemptId)
}

async function openPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<void> {
  const now = deps.now()
  const paymentId = newId('pay', now)
  await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, paymentId, now)
    if (firstId !== paymentId) return
    const attempt = await lockAttempt(tx, actor.companyId, attemptId)
    refuseUnpayable(attempt, attemptId, now)
    await deps.payments.open(tx, opening(actor, attempt, paymentId, input, now))
    const nextLook = after(now, secondsMs(firstLookSeconds))
    const marked = await markPaymentInitiated(tx, attempt, paymentId, nextLook, now)
    if (!marked) throw fail('reservation_expired', { checkoutId: attempt.id })
    await deps.carts.setLockState(tx, attempt.companyId, attempt.cartId, {
      checkoutId: attempt.id,
      state: 'PAYMENT_INITIATED_CART_RECONCILING',
    })
  })
}

function refuseUnpayable(
  attempt: Attempt | undefined,
  checkoutId: string,
  now: Date,
): asserts attempt is Attempt {
  if (!attempt) throw fail('attempt_not_found', { checkoutId })
  const details = { checkoutId, state: attempt.state }
  if (attempt.state === 'PAYMENT_INITIATED_CART_RECONCILING') {
    throw fail('payment_already_initiated', details)
  }
  if (attempt.state !== 'RESERVED') throw fail('attempt_over', details)
  if (attempt.reservedUntil <= now) throw fail('reservation_expired', details)
}

function opening(
  actor: Actor,
  attempt: Attempt,
  id: Id<'pay'>,
  { method, returnUrl }: StartPaymentInput,
  now: Date,
) {
  return {
    id,
    companyId: attempt.companyId,
    payerId: actor.id,
    checkoutId: attempt.id,
    method,
    amount: attempt.total,
    ...(returnUrl === undefined ? {} : { returnUrl }),
    now,
  }
}
