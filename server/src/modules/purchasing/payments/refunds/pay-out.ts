import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { notFound } from '../deps.ts'
import { type Payment, type Refund, refundableAmount } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { payOutStep } from '../step.ts'
import { insertRefund } from './refund-store.ts'

export type PayOut = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  readonly refundId: Id<'rfd'>
  readonly amount: Money
  /** How the money went back, in the operator's words. */
  readonly reason: string
  readonly requestedBy: string
  readonly now: Date
}

/** The booked amount; zero if nothing was left. Undefined: not yet, because another refund has the money. */
export type PaidOut = { readonly amount: Money; readonly refund?: Refund } | undefined

/**
 * Participant. Money that a provider refuses to pay back has gone back outside of it. The payment's ledger records
 * that, and no refund can have the money any more. The provider's books do not show it, and the daily comparison
 * ignores it. An amount above what is left is cut to that, because somebody may already have refunded by hand.
 */
export async function payOut(tx: Tx, order: PayOut): Promise<PaidOut> {
  const { companyId, paymentId, refundId, reason, requestedBy, now } = order
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  if (!wasTaken(payment)) return undefined
  const left = refundableAmount(payment)
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
  await recordStep(tx, payOutStep(payment, refund), now)
  await insertRefund(tx, refund, now)
  return { amount, refund }
}

/** Card payments only: a debt on net terms is released, and nobody can refuse that. */
function wasTaken({ method, state }: Payment): boolean {
  return (
    method === 'card' &&
    (state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED')
  )
}
