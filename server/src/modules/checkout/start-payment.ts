import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Payment } from '#modules/payments'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import type { Attempt } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import {
  opening,
  type PaymentToOpen,
  planApproval,
  refuseUnusableReturn,
} from './payment-to-open.ts'
import { carryOn } from './reconcile.ts'
import { type HeldAttempt, type Settled, settleOnCredit } from './settle-on-credit.ts'
import { insertAttempt, lockAttempt, moveAttempt } from './store.ts'

export type StartPaymentInput = Omit<PaymentToOpen, 'id'> & {
  readonly idempotency: IdempotencyClaim | undefined
  /** What is told of one that is settled, for the key to keep. */
  readonly answer?: (settled: Settled) => object
}

/** The worker takes over when the request that handed the payment over has not finished by then. */
const firstLookSeconds = 20

/**
 * The handoff to payment. On net terms it is one transaction. By card first, in one transaction, the payment is written
 * and the state moved; then, in none, the provider is asked. Whatever dies in between, the attempt is a row that says
 * what is left to do.
 */
export async function startPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<{ attempt: Attempt; payment: Payment }> {
  refuseUnusableReturn(input)
  const settled = await openPayment(deps, actor, attemptId, input)
  return settled ?? carryOnOpened(deps, actor, attemptId)
}

/** From here on the attempt is a row that says what is left to do. */
export function carryOnOpened(deps: CheckoutDeps, { companyId }: Actor, attemptId: string) {
  crashPoint('checkout.payment_opened')
  return carryOn(deps, companyId, attemptId)
}

async function openPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<Settled | undefined> {
  const now = deps.now()
  const paymentId = newId('pay', now)
  const settled = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, paymentId, now)
    if (firstId !== paymentId) return undefined
    const attempt = await lockAttempt(tx, actor.companyId, attemptId)
    refuseUnpayable(attempt, attemptId, now)
    const payment = { ...input, id: paymentId }
    const paid = await payFor(deps, tx, actor, { attempt, isStored: true }, payment, now)
    const { idempotency, answer } = input
    if (paid && answer) keepAnswerWithin(tx, idempotency, () => answer(paid))
    return paid
  })
  if (settled) crashPoint('checkout.settled')
  return settled
}

/**
 * A participant: on net terms all that is left to do. Otherwise the payment, of which its provider is asked after the commit,
 * and nothing that is certain.
 */
export async function payFor(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  held: HeldAttempt,
  payment: PaymentToOpen,
  now: Date,
): Promise<Settled | undefined> {
  if (payment.method === 'invoice') return settleOnCredit(deps, tx, actor, held, payment, now)
  await initiatePayment(deps, tx, actor, held, payment, now)
  return undefined
}

/** A participant: the payment is a row, and the attempt waits for it. */
async function initiatePayment(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  { attempt, isStored }: HeldAttempt,
  payment: PaymentToOpen,
  now: Date,
): Promise<void> {
  const { companyId, cartId, id: checkoutId } = attempt
  const approval = await planApproval(deps, tx, actor, attempt, now)
  const opened = opening(actor, attempt, payment, now)
  // A card is only held until everybody has agreed.
  const captureMethod = approval ? 'manual' : 'automatic'
  await deps.payments.open(tx, { ...opened, captureMethod })
  const state = 'PAYMENT_INITIATED_CART_RECONCILING'
  const initiated: Attempt = {
    ...attempt,
    state,
    approval,
    paymentId: payment.id,
    paymentInitiatedAt: now,
    nextLook: after(now, secondsMs(firstLookSeconds)),
  }
  if (!isStored) insertAttempt(tx, initiated)
  else moveAttempt(tx, 'RESERVED', initiated)
  if (!cartId) return
  deps.carts.setLockState(tx, companyId, cartId, { checkoutId, state })
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
