import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Payment, PaymentMethod } from '#modules/payments'
import type { Tx } from '#platform/db'
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
  return carryOnOpened(deps, actor, attemptId)
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
): Promise<void> {
  const now = deps.now()
  const paymentId = newId('pay', now)
  await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, paymentId, now)
    if (firstId !== paymentId) return
    const attempt = await lockAttempt(tx, actor.companyId, attemptId)
    refuseUnpayable(attempt, attemptId, now)
    await initiatePayment(deps, tx, actor, attempt, { ...input, id: paymentId }, now)
  })
}

/** A participant: the payment is a row, and the attempt waits for it. */
export async function initiatePayment(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  attempt: Attempt,
  payment: Omit<StartPaymentInput, 'idempotency'> & { readonly id: Id<'pay'> },
  now: Date,
): Promise<void> {
  const { companyId, cartId, id: checkoutId } = attempt
  const approval = await planApproval(deps, tx, actor, attempt, now)
  const opened = opening(actor, attempt, payment.id, payment, now)
  // A card is only held until everybody has agreed.
  const captureMethod = approval ? 'manual' : 'automatic'
  await deps.payments.open(tx, { ...opened, captureMethod })
  const nextLook = after(now, secondsMs(firstLookSeconds))
  const handoff = { paymentId: payment.id, approval, nextLook }
  const marked = await markPaymentInitiated(tx, attempt, handoff, now)
  if (!marked) throw fail('reservation_expired', { checkoutId })
  if (!cartId) return
  const state = 'PAYMENT_INITIATED_CART_RECONCILING'
  await deps.carts.setLockState(tx, companyId, cartId, { checkoutId, state })
}

async function planApproval(
  { approvals, budgets, catalog }: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  { id: checkoutId, companyId, total, snapshot, budgeted }: Attempt,
  now: Date,
) {
  const { costCenter, deliveries = [], lines } = snapshot
  const places = [...deliveries, ...lines].map((one) => one.costCenter)
  const productIds = lines.map(({ productId }) => productId)
  const overdrawn = budgeted ? await budgets.overdrawn(tx, { companyId, checkoutId }) : []
  return approvals.plan(
    tx,
    actor,
    {
      total,
      costCenters: [costCenter, ...places],
      alsoAsk: overdrawn,
      categoriesOf: (conn) => catalog.categoriesOf(conn, productIds),
    },
    now,
  )
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
  { method, returnUrl }: Omit<StartPaymentInput, 'idempotency'>,
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
