import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { decimalOf, type Money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { auditPayment } from '../audit-payment.ts'
import { purposeOfRefundByHand } from '../by-hand.ts'
import { cancelPayment } from '../cancel-payment.ts'
import { type Deps, getPayment, notFound } from '../deps.ts'
import { fail } from '../failures.ts'
import {
  isOpen,
  type Payment,
  type Refund,
  type RefundPurpose,
  refundableAmount,
} from '../payment.ts'
import { findPayment, lockOfOrder, lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { reserveRefundStep } from '../step.ts'
import { driveRefund } from './drive-refund.ts'
import { findRefund, insertRefund, listRefunds } from './refund-store.ts'

export type RefundInput = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  /** Default: everything that is left. */
  readonly amount?: Money
  readonly reason?: string
  /** The purpose, if the refund reduces the price of an order. */
  readonly purpose?: RefundPurpose
  /** A supplier refunds its own part of the order. The caller has checked that. */
  readonly isGranted?: boolean
}

export type RefundAnswer = { readonly refund: Refund; readonly payment: Payment }

/** When a worker takes over a refund whose request died: longer than the slowest answer of a provider. */
const graceMs = secondsMs(45)

/**
 * First promises the amount, in the transaction of the Idempotency-Key, so that no second refund can have it; calls the
 * provider after the commit, and records the result. A refund that the provider did not answer stays PENDING, and a
 * worker finishes it.
 */
export async function refundPayment(
  deps: Deps,
  actor: Actor,
  input: RefundInput,
  claim: IdempotencyClaim | undefined,
): Promise<RefundAnswer> {
  const now = deps.now()
  const id = newId('rfd', now)
  const promised = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, claim, id, now)
    if (firstId !== id) return getRefund(tx, input.companyId, firstId)
    const payment = await lockRefundable(tx, input.companyId, input.paymentId)
    const amount = input.amount ?? refundableAmount(payment)
    const order = { ...input, id, amount, requestedBy: actor.id, actor }
    return promiseRefund(deps, tx, payment, order, now)
  })
  crashPoint('payments.refund.promised')
  return driveOrFail(deps, promised)
}

/**
 * Undoes a payment in whatever state it is: cancels what is open, and gives back what was captured. It may run any
 * number of times.
 */
export async function refundInFull(
  deps: Deps,
  companyId: Id<'co'>,
  paymentId: string,
  reason: string,
  now: Date,
): Promise<Payment> {
  const before = await getPayment(deps, companyId, paymentId)
  if (isOpen(before)) await cancelPayment(deps, companyId, paymentId)
  await deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
    const amount = refundableAmount(payment)
    if (amount.amountMinor === 0n) return
    const order = { id: newId('rfd', now), amount, reason, requestedBy: 'system' }
    await promiseRefund(deps, tx, payment, order, now)
  })
  crashPoint('payments.refund.promised_in_full')
  for (const refund of await pendingRefunds(deps, companyId, paymentId))
    await driveOrFail(deps, refund)
  return getPayment(deps, companyId, paymentId)
}

/** Continues the refund as far as the provider allows, and turns a refusal into a failure. */
async function driveOrFail(deps: Deps, promised: Refund): Promise<RefundAnswer> {
  const refund = await driveRefund(deps, promised)
  if (refund.state === 'FAILED') {
    throw fail('refund_refused', { refundId: refund.id, reason: refund.failureReason })
  }
  return { refund, payment: await getPayment(deps, refund.companyId, refund.paymentId) }
}

type RefundOrder = {
  readonly id: Id<'rfd'>
  readonly amount: Money
  readonly reason?: string
  readonly purpose?: RefundPurpose
  readonly isGranted?: boolean
  readonly requestedBy: string
  /** Undefined if the service itself undoes a payment. */
  readonly actor?: Actor
}

async function promiseRefund(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  order: RefundOrder,
  now: Date,
): Promise<Refund> {
  assertRefundable(payment, order.amount)
  const purpose =
    order.actor && (await purposeOfRefundByHand(deps, tx, order.actor, payment, order))
  await recordStep(tx, reserveRefundStep(payment, order.amount), now)
  const refund: Refund = {
    id: order.id,
    companyId: payment.companyId,
    paymentId: payment.id,
    state: 'PENDING',
    way: 'PROVIDER',
    amount: order.amount,
    ...(order.reason === undefined ? {} : { reason: order.reason }),
    ...(purpose && { purpose }),
    requestedBy: order.requestedBy,
    createdAt: now,
    attempts: 0,
  }
  await insertRefund(tx, refund, after(now, graceMs))
  const { actor, amount, id: refundId } = order
  auditPayment(tx, payment, { what: 'refund', actor, amount, refundId, now })
  return refund
}

/** Holds the other payments of its order, too: together they give back no more than the order no longer costs. */
async function lockRefundable(tx: Tx, companyId: string, paymentId: string): Promise<Payment> {
  const found = await findPayment(tx, companyId, paymentId)
  if (found?.orderId) await lockOfOrder(tx, companyId, found.orderId)
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  if (refundableAmount(payment).amountMinor > 0n) return payment
  throw fail('not_refundable', { paymentId, state: payment.state })
}

function assertRefundable(payment: Payment, { amountMinor, currency }: Money): void {
  const left = refundableAmount(payment)
  const paymentId = payment.id
  if (currency !== left.currency) {
    throw fail('currency_mismatch', { paymentId, currency: left.currency })
  }
  if (amountMinor <= 0n) throw fail('amount_invalid')
  if (amountMinor > left.amountMinor) {
    throw fail('refund_exceeds_captured', { paymentId, refundable: decimalOf(left) })
  }
}

async function getRefund(tx: Tx, companyId: string, refundId: string): Promise<Refund> {
  const refund = await findRefund(tx, companyId, refundId)
  assert(refund, `refund ${refundId} is named by an idempotency key but is not stored`)
  return refund
}

async function pendingRefunds({ database }: Deps, companyId: string, paymentId: string) {
  const refunds = await listRefunds(database.pool, companyId, paymentId, 1_000)
  return refunds.filter(({ state }) => state === 'PENDING')
}
