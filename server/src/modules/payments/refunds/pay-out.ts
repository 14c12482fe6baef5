import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { notFound } from '../deps.ts'
import { type Payment, type Refund, refundable } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { paidOut } from '../step.ts'
import { insertRefund } from './refund-store.ts'

export type PayOut = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  readonly refundId: Id<'rfd'>
  readonly amount: Money
  /** What an operator says of it: how it went back. */
  readonly reason: string
  readonly requestedBy: string
  readonly now: Date
}

/** So much was booked: none where nothing was left. Undefined: not yet, because another refund holds it. */
export type PaidOut = { readonly amount: Money; readonly refund?: Refund } | undefined

/**
 * Participant. What a provider refuses to pay back has gone back by another way: the payment's book says so, and no refund
 * can have it any more. The provider's book says nothing of it, and the daily comparison does not ask. More than there is
 * left is cut to what is left, because somebody may have refunded by hand before.
 */
export async function payOut(tx: Tx, order: PayOut): Promise<PaidOut> {
  const { companyId, paymentId, refundId, reason, requestedBy, now } = order
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  if (!wasTaken(payment)) return undefined
  const left = refundable(payment)
  const isShort = left.amountMinor < order.amount.amountMinor
  if (isShort && payment.refunding.amountMinor > 0n) return undefined
  if (left.amountMinor === 0n) return { amount: money(0n, left.currency) }
  const amount = isShort ? left : order.amount
  const refund: Refund = {
    id: refundId,
    companyId,
    paymentId: payment.id,
    state: 'SUCCEEDED',
    way: 'OTHERWISE',
    amount,
    reason,
    requestedBy,
    createdAt: now,
    settledAt: now,
    attempts: 0,
  }
  await recordStep(tx, paidOut(payment, refund), now)
  await insertRefund(tx, refund, now)
  return { amount, refund }
}

/** By card: what is owed on net terms is released, and nobody refuses that. */
function wasTaken({ method, state }: Payment): boolean {
  return (
    method === 'card' &&
    (state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED')
  )
}
