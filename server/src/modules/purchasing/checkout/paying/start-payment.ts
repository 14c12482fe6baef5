import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import { type Attempt, isFree } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import {
  type AttemptAndPayment,
  continueCheckout,
  continueCheckoutFrom,
} from '../finishing/reconcile.ts'
import { assertReachable } from '../own-checkout.ts'
import { insertAttempt, lockAttempt, moveAttempt } from '../store.ts'
import { assertNoBackorder, assertPayable, assertReturnUrl } from './check-payable.ts'
import { assertMayPayFor } from './may-pay.ts'
import { openPaymentInput, type PaymentToOpen, planApproval } from './payment-to-open.ts'
import {
  isSettled,
  type LockedAttempt,
  type SettledAttempt,
  settleAtOnce,
} from './settle-at-once.ts'

export type StartPaymentInput = Omit<PaymentToOpen, 'id'> & {
  readonly idempotency: IdempotencyClaim | undefined
  /** The answer for the Idempotency-Key to keep, if the attempt is settled. */
  readonly answer?: (settled: SettledAttempt) => object
}

/** The worker takes over if the request that handed the payment over has not finished by then. */
const firstLookSeconds = 20

/**
 * The handoff to payment. On net terms it is one transaction. By card, one transaction writes the payment and moves the
 * state; then, outside of any transaction, the provider is asked. If the process dies in between, the attempt is a row
 * that says what is left to do.
 */
export async function startPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<AttemptAndPayment> {
  assertReturnUrl(input)
  const opened = await openPayment(deps, actor, attemptId, input)
  if (opened && isSettled(opened)) return opened
  return carryOnOpened(deps, actor, attemptId, opened)
}

/**
 * From here on the attempt is a row that says what is left to do. `opened`: by this request, and not by an earlier one.
 */
export function carryOnOpened(
  deps: CheckoutDeps,
  { companyId }: Actor,
  attemptId: string,
  opened: AttemptAndPayment | undefined,
): Promise<AttemptAndPayment> {
  crashPoint('checkout.payment_opened')
  return opened ? continueCheckoutFrom(deps, opened) : continueCheckout(deps, companyId, attemptId)
}

async function openPayment(
  deps: CheckoutDeps,
  actor: Actor,
  attemptId: string,
  input: StartPaymentInput,
): Promise<SettledAttempt | AttemptAndPayment | undefined> {
  const now = deps.now()
  const paymentId = newId('pay', now)
  const opened = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, paymentId, now)
    if (firstId !== paymentId) return undefined
    const attempt = await lockAttempt(tx, actor.companyId, attemptId)
    assertReachable(actor, attempt, attemptId, 'payments:write')
    assertPayable(attempt, now)
    await assertMayPayFor(tx, actor, attempt.snapshot)
    const payment = { ...input, id: paymentId }
    const paid = await payFor(deps, tx, actor, { attempt, isStored: true }, payment, now)
    const { idempotency, answer } = input
    if (answer && isSettled(paid)) keepAnswerWithin(tx, idempotency, () => answer(paid))
    return paid
  })
  if (opened && isSettled(opened)) crashPoint('checkout.settled')
  return opened
}

/**
 * Participant, after `assertMayPayFor`: on net terms, and for a total of zero, does everything that is left. Otherwise
 * writes the payment, for which the provider is asked after the commit.
 */
export async function payFor(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedAttempt,
  payment: PaymentToOpen,
  now: Date,
): Promise<SettledAttempt | AttemptAndPayment> {
  const isAtOnce = payment.method === 'invoice' || isFree(locked.attempt)
  if (!isAtOnce) assertNoBackorder(locked.attempt)
  return isAtOnce
    ? settleAtOnce(deps, tx, actor, locked, payment, now)
    : initiatePayment(deps, tx, actor, locked, payment, now)
}

/** Participant: writes the payment's row, and the attempt waits for it. */
async function initiatePayment(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  { attempt, isStored }: LockedAttempt,
  payment: PaymentToOpen,
  now: Date,
): Promise<AttemptAndPayment> {
  const { companyId, cartId, id: checkoutId } = attempt
  const approval = await planApproval(deps, tx, actor, attempt, now)
  const opened = openPaymentInput(actor, attempt, payment, now)
  // Money of a card is only held until everybody has agreed.
  const captureMethod = approval ? 'manual' : 'automatic'
  const initiatedPayment = await deps.payments.open(tx, { ...opened, captureMethod })
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
  if (cartId) deps.carts.setLockState(tx, companyId, cartId, { checkoutId, state })
  return { attempt: initiated, payment: initiatedPayment }
}
