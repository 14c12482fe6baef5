import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { notFound } from '../deps.ts'
import { capturableAmount, type Payment, type Refund, refundableAmount } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { releaseStep, reserveRefundStep, voidStep } from '../step.ts'
import { insertRefund } from './refund-store.ts'

export type GiveBack = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  /** The id of a refund, if one is needed. It is also the provider's idempotency key. */
  readonly refundId: Id<'rfd'>
  readonly amount: Money
  readonly reason: string
  readonly requestedBy: string
  readonly now: Date
}

/** The outcome of giving back, which depends on the payment's state. */
export type GivenBack =
  /** Done: this amount was released, or the payment has nothing left to give back. */
  | { readonly how: 'done'; readonly amount: Money }
  /** Promised: `driveRefund` finishes it, and so does a worker. */
  | { readonly how: 'refund'; readonly refund: Refund }
  /** Everything that a provider holds is to be given up: call `cancel` outside of any transaction, then try again. */
  | { readonly how: 'cancel' }
  /** Not yet: try again when the payment, or another refund of it, has advanced. */
  | { readonly how: 'wait' }

/** When a worker takes over a refund whose request died: longer than the slowest answer of a provider. */
const graceMs = secondsMs(45)

/**
 * Participant. Gives back a part of a payment, or all of it. On net terms the promised amount is released in the
 * caller's transaction; captured money becomes a promised refund. An amount above what is left is cut to that, because
 * somebody may already have refunded by hand.
 */
export async function giveBack(tx: Tx, order: GiveBack): Promise<GivenBack> {
  const { companyId, paymentId } = order
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  switch (payment.state) {
    case 'AUTHORIZED':
      return payment.method === 'invoice'
        ? release(tx, payment, order)
        : cancelOrWait(payment, order)
    case 'SUCCEEDED':
    case 'PARTIALLY_REFUNDED':
      return reserveRefund(tx, payment, order)
    case 'VOIDED':
    case 'FAILED':
    case 'REFUNDED':
      return { how: 'done', amount: money(0n, order.amount.currency) }
    case 'INITIATED':
    case 'PENDING':
      return { how: 'wait' }
  }
}

export type HeldPart = Pick<GiveBack, 'companyId' | 'paymentId' | 'amount' | 'now'>

/**
 * Participant, while no capture can be under way: gives up a part of what is held, which is never captured. A card holds
 * it until the capture of the rest. False if the payment holds nothing, or no more than this.
 */
export async function releaseHeld(
  tx: Tx,
  { companyId, paymentId, amount, now }: HeldPart,
): Promise<boolean> {
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  const isHeld = amount.amountMinor < capturableAmount(payment).amountMinor
  if (payment.state !== 'AUTHORIZED' || !isHeld) return false
  await recordStep(tx, releaseStep(payment, amount), now)
  return true
}

async function release(tx: Tx, payment: Payment, { amount, now }: GiveBack): Promise<GivenBack> {
  const held = capturableAmount(payment)
  const isAll = amount.amountMinor >= held.amountMinor
  const step = isAll ? voidStep(payment, 'cancelled') : releaseStep(payment, amount)
  await recordStep(tx, step, now)
  return { how: 'done', amount: isAll ? held : amount }
}

/** A provider can capture less than it holds, but releases no part of it before: a part waits for the capture. */
function cancelOrWait(payment: Payment, { amount }: GiveBack): GivenBack {
  return { how: amount.amountMinor >= capturableAmount(payment).amountMinor ? 'cancel' : 'wait' }
}

async function reserveRefund(tx: Tx, payment: Payment, order: GiveBack): Promise<GivenBack> {
  const { refundId, reason, requestedBy, now, companyId } = order
  const left = refundableAmount(payment)
  const isShort = left.amountMinor < order.amount.amountMinor
  // Another refund has this money, and may still fail.
  if (isShort && payment.refunding.amountMinor > 0n) return { how: 'wait' }
  if (left.amountMinor === 0n) return { how: 'done', amount: left }
  const amount = isShort ? left : order.amount
  await recordStep(tx, reserveRefundStep(payment, amount), now)
  const refund: Refund = {
    id: refundId,
    companyId,
    paymentId: payment.id,
    state: 'PENDING',
    way: 'PROVIDER',
    amount,
    reason,
    requestedBy,
    createdAt: now,
    attempts: 0,
  }
  await insertRefund(tx, refund, after(now, graceMs))
  return { how: 'refund', refund }
}
