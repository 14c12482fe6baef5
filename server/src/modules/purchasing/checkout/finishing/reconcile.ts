import assert from 'node:assert/strict'
import { type Id, newId } from '#kernel/id'
import { numberOf } from '#kernel/quantity'
import type { ApprovalPlan } from '#modules/approvals'
import { contentDigestOf, contentHashOf, type OrderDocument } from '#modules/orders'
import { type Payment, paymentOutcomeOf } from '#modules/payments'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import {
  type Attempt,
  type AttemptFailure,
  backorderedIn,
  requesterOf,
  reservedIn,
} from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { findAttempt, lockAttempt, moveAttempt } from '../store.ts'
import { notifyOwner } from './notify-owner.ts'
import { attemptFailureOf, checkoutCancelled, orderPaymentStateOf } from './payment-outcome.ts'

/** An order with a total of zero has no payment. */
export type AttemptAndPayment = {
  readonly attempt: Attempt
  readonly payment: Payment | undefined
}

/**
 * Advances an attempt whose payment was initiated as far as possible now. It may run any number of times and in any
 * number of places at once (the request, an event of the payment, the sweeper): the provider knows the payment by its
 * id, and the settling transaction holds the attempt.
 */
export async function continueCheckout(
  deps: CheckoutDeps,
  companyId: Id<'co'>,
  attemptId: string,
): Promise<AttemptAndPayment> {
  return continueCheckoutFrom(deps, await readAttempt(deps, companyId, attemptId))
}

/** Like `continueCheckout`, from an attempt and a payment that were read a moment ago. */
export async function continueCheckoutFrom(
  deps: CheckoutDeps,
  { attempt, payment }: AttemptAndPayment,
): Promise<AttemptAndPayment> {
  if (attempt.state !== 'PAYMENT_INITIATED_CART_RECONCILING' || !payment)
    return { attempt, payment }
  const { companyId, id } = attempt
  const handedOver = await deps.payments.handOver(companyId, payment.id, payment)
  crashPoint('checkout.payment_handed_over')
  if (handedOver.state === 'PENDING') return { attempt, payment: handedOver }
  return settle(deps, companyId, id)
}

/** Ends the attempt by the state of its payment, in one transaction. Changes nothing while the payment is open. */
export async function settle(
  deps: CheckoutDeps,
  companyId: Id<'co'>,
  attemptId: string,
  why?: AttemptFailure,
): Promise<AttemptAndPayment> {
  const now = deps.now()
  const settled = await deps.database.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, companyId, attemptId)
    if (attempt?.state !== 'PAYMENT_INITIATED_CART_RECONCILING') return undefined
    const payment = await getPayment(deps, tx, attempt)
    switch (paymentOutcomeOf(payment)) {
      case 'secured':
        return complete(deps, tx, attempt, payment, now)
      case 'lost': {
        const failure = why ?? attemptFailureOf(attempt, payment)
        const ended = await failAttempt(deps, tx, attempt, failure, now)
        if (failure === checkoutCancelled) await notifyOwner(deps, tx, ended, now)
        return { attempt: ended, payment }
      }
      case 'undecided':
        return { attempt, payment }
    }
  })
  crashPoint('checkout.settled')
  return settled ?? readAttempt(deps, companyId, attemptId)
}

/** Order from the snapshot, reservation into commitment, bought lines out of the cart, cart unlocked. */
async function complete(
  deps: CheckoutDeps,
  tx: Tx,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<AttemptAndPayment> {
  const { companyId } = attempt
  const orderId = newId('ord', now)
  // Locks the payment's row, so a capture or a refund comes before this order or sees it, and never between.
  const attached = await deps.payments.attachOrder(tx, companyId, payment.id, orderId)
  // The payment was read before it was locked: if it was voided in between, no order is made.
  if (paymentOutcomeOf(attached) !== 'secured') {
    throw fail('payment_changed', { paymentId: payment.id })
  }
  await sell(deps, tx, attempt, orderId, now)
  await recordOrder(deps, tx, attempt, attached, orderId, now)
  leaveCart(deps, tx, attempt, now)
  const ended = end(tx, attempt, { to: 'COMPLETED', orderId }, now)
  return { attempt: ended, payment: attached }
}

/** Participant: records the order of a payment that is certain, or of a total of zero, and its approval request. */
export async function recordOrder(
  deps: CheckoutDeps,
  tx: Tx,
  attempt: Attempt,
  payment: Payment | undefined,
  orderId: Id<'ord'>,
  now: Date,
): Promise<OrderDocument> {
  const order = await deps.orders.record(
    tx,
    {
      ...attempt.snapshot,
      id: orderId,
      companyId: attempt.companyId,
      checkoutId: attempt.id,
      paymentId: payment?.id,
      placedBy: attempt.ownerId,
      paymentState: payment ? orderPaymentStateOf(payment) : 'PAID',
      needsApproval: attempt.approval !== undefined,
    },
    now,
  )
  if (attempt.approval) await askForApproval(deps, tx, attempt, attempt.approval, orderId, now)
  crashPoint('checkout.order_recorded')
  return order
}

/** Participant: sells the reserved stock, spends the reserved budgets, and calls off from frame contracts. */
export async function sell(
  deps: CheckoutDeps,
  tx: Tx,
  attempt: Attempt,
  orderId: Id<'ord'>,
  now: Date,
): Promise<void> {
  const { products } = deps
  const { lines } = attempt.snapshot
  const waiting = backorderedIn(attempt.snapshot)
  if (waiting.length > 0) {
    await products.lockStock(
      tx,
      lines.map(({ productId }) => productId),
    )
  }
  await products.commitReserved(tx, reservedIn(attempt.snapshot))
  await spend(deps, tx, attempt, orderId, now)
}

/**
 * Participant: lets lines wait for the stock that does not cover them, spends the reserved budgets, and calls off from
 * frame contracts. The caller has locked the stock of all lines.
 */
export async function spend(
  { products, budgets, quotas }: CheckoutDeps,
  tx: Tx,
  { companyId, id, budgeted, snapshot }: Attempt,
  orderId: Id<'ord'>,
  now: Date,
): Promise<void> {
  const refused = await products.backorder(tx, backorderedIn(snapshot))
  if (refused.length > 0) {
    throw fail('backorder_refused', {
      lines: refused.map(({ productId, requested, room }) => ({
        productId,
        requested: numberOf(requested),
        left: numberOf(room?.left ?? 0n),
      })),
    })
  }
  if (budgeted) await budgets.commit(tx, companyId, id, now)
  if (snapshot.contracts) await quotas.callOff(tx, { companyId, checkoutId: id }, orderId, now)
}

/** Participant: removes the bought lines from the cart and unlocks it for its owner. */
export function leaveCart(
  { carts }: CheckoutDeps,
  tx: Tx,
  { companyId, cartId, id: checkoutId, snapshot }: Attempt,
  now: Date,
): void {
  if (cartId) {
    const lines = snapshot.cartItemIds.map((itemId) => ({ itemId }))
    carts.removeBoughtLines(tx, companyId, cartId, { checkoutId, lines, now })
  }
  crashPoint('checkout.cart_reconciled')
}

/** Approvers agree to stored content, so the hash is computed from that. */
async function askForApproval(
  { approvals, orders }: CheckoutDeps,
  tx: Tx,
  attempt: Attempt,
  plan: ApprovalPlan,
  orderId: string,
  now: Date,
): Promise<void> {
  const { companyId, total, snapshot } = attempt
  const document = await orders.find(tx, companyId, orderId)
  assert(document, `order ${orderId} is not stored`)
  const contentHash = contentHashOf(document)
  const { number: orderNumber } = document.order
  const request = {
    companyId,
    orderId,
    orderNumber,
    requestedBy: requesterOf(attempt),
    ofRequisition: snapshot.requestedBy !== undefined,
    contentHash,
    contentDigest: contentDigestOf(document),
    total,
    plan,
    revises: snapshot.revises,
  }
  await approvals.open(tx, request, now)
}

/** The stock goes back, and the cart is as it was. */
export async function failAttempt(
  deps: CheckoutDeps,
  tx: Tx,
  attempt: Attempt,
  failure: AttemptFailure,
  now: Date,
): Promise<Attempt> {
  await release(deps, tx, attempt, now)
  return end(tx, attempt, { to: 'FAILED', failure }, now)
}

export async function release(
  deps: CheckoutDeps,
  tx: Tx,
  { companyId, cartId, id, snapshot, budgeted }: Attempt,
  now: Date,
): Promise<void> {
  await deps.products.releaseReserved(tx, reservedIn(snapshot))
  if (budgeted) await deps.budgets.release(tx, companyId, id, now)
  if (snapshot.contracts) await deps.quotas.release(tx, { companyId, checkoutId: id })
  if (cartId) await deps.carts.unlockAfterCheckout(tx, companyId, cartId, id)
}

function end(
  tx: Tx,
  attempt: Attempt,
  outcome:
    | { readonly to: 'COMPLETED'; readonly orderId: Id<'ord'> }
    | { readonly to: 'FAILED'; readonly failure: AttemptFailure },
  now: Date,
): Attempt {
  const from = 'PAYMENT_INITIATED_CART_RECONCILING'
  const { to: state, ...why } = outcome
  const ended: Attempt = { ...attempt, ...why, state, endedAt: now }
  moveAttempt(tx, from, ended)
  return ended
}

async function readAttempt(deps: CheckoutDeps, companyId: Id<'co'>, attemptId: string) {
  const attempt = await findAttempt(deps.database.pool, companyId, attemptId)
  if (!attempt) throw fail('attempt_not_found', { checkoutId: attemptId })
  return withPayment(deps, attempt)
}

export async function withPayment(
  deps: CheckoutDeps,
  attempt: Attempt,
): Promise<AttemptAndPayment> {
  const { pool } = deps.database
  const payment = attempt.paymentId ? await getPayment(deps, pool, attempt) : undefined
  return { attempt, payment }
}

export async function getPayment(
  deps: CheckoutDeps,
  conn: CheckoutDeps['database']['pool'] | Tx,
  { companyId, id, paymentId }: Attempt,
): Promise<Payment> {
  const payment = paymentId && (await deps.payments.find(conn, companyId, paymentId))
  assert(payment, `the payment of checkout ${id} is not stored`)
  return payment
}
