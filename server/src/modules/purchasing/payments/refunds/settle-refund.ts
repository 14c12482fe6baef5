import { newId } from '#kernel/id'
import { decimalOf, sameMoney } from '#kernel/money'
import type { Tx } from '#platform/db'
import {
  type Applied,
  type ApplyOutcome,
  mismatchKey,
  mismatchNotice,
  resolveLate,
} from '../cards/apply-intent.ts'
import type { ProviderRefund } from '../cards/provider.ts'
import type { Deps } from '../deps.ts'
import { type Payment, type Refund, refundableAmount } from '../payment.ts'
import { recordStep } from '../record-step.ts'
import { dropRefundStep, reserveRefundStep, settleRefundStep } from '../step.ts'
import { endRefund, findRefund, insertRefund, isRefundKnown } from './refund-store.ts'

/** Records the result of a refund, under the payment's lock. The same result twice changes nothing. */
export async function settleRefund(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  reported: ProviderRefund,
  now: Date,
): Promise<Applied> {
  const refund =
    reported.refundId === ''
      ? undefined
      : await findRefund(tx, payment.companyId, reported.refundId)
  if (!refund || refund.paymentId !== payment.id)
    return adoptRefund(deps, tx, payment, reported, now)
  if (!sameMoney(refund.amount, reported.amount)) {
    return recordMismatch(deps, tx, payment, reported, 'other_refund_amount', now)
  }
  if (reported.state === 'PENDING') return { payment, outcome: 'NOT_NEWS' }
  if (reported.state === 'SUCCEEDED')
    return settleSucceeded(deps, tx, payment, refund, reported, now)
  // Banks return money days after they took it: the provider has it again, and the buyer has not got it.
  if (refund.state === 'SUCCEEDED') {
    return recordMismatch(deps, tx, payment, reported, 'refund_failed_after_success', now)
  }
  if (refund.state === 'FAILED') return { payment, outcome: 'NOT_NEWS' }
  const reason = reported.failureReason ?? 'refused'
  return { payment: await dropRefund(tx, payment, refund, reason, now), outcome: 'APPLIED' }
}

async function settleSucceeded(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  refund: Refund,
  reported: ProviderRefund,
  now: Date,
): Promise<Applied> {
  if (refund.state === 'SUCCEEDED') return { payment, outcome: 'NOT_NEWS' }
  // First refused and then done after all: the money has moved, so it is booked if the payment has that much left.
  const promised =
    refund.state === 'FAILED' ? await reserveRefund(tx, payment, refund, now) : payment
  if (!promised)
    return recordMismatch(deps, tx, payment, reported, 'refunded_more_than_captured', now)
  const end = { state: 'SUCCEEDED', providerReference: reported.reference || null } as const
  await endRefund(tx, refund, refund.state, end, now)
  const settled = await recordStep(tx, settleRefundStep(promised, refund), now)
  await resolveLate(deps, tx, settled, now)
  return { payment: settled, outcome: 'APPLIED' }
}

/** The provider refuses the refund: its promised money is free again. */
export async function dropRefund(
  tx: Tx,
  payment: Payment,
  refund: Refund,
  failureReason: string,
  now: Date,
): Promise<Payment> {
  const ended = await endRefund(tx, refund, 'PENDING', { state: 'FAILED', failureReason }, now)
  return ended ? recordStep(tx, dropRefundStep(payment, refund.amount), now) : payment
}

/** Adopts a refund that was made at the provider and not by us. */
async function adoptRefund(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  reported: ProviderRefund,
  now: Date,
): Promise<Applied> {
  const { companyId, id: paymentId } = payment
  if (reported.state !== 'SUCCEEDED') return { payment, outcome: 'NOT_NEWS' }
  if (await isRefundKnown(tx, companyId, paymentId, reported.reference)) {
    return { payment, outcome: 'NOT_NEWS' }
  }
  const refund: Refund = {
    id: newId('rfd', now),
    companyId,
    paymentId,
    state: 'SUCCEEDED',
    way: 'PROVIDER',
    amount: reported.amount,
    reason: 'refunded_at_provider',
    requestedBy: 'provider',
    providerReference: reported.reference,
    createdAt: now,
    settledAt: now,
    attempts: 0,
  }
  const promised = await reserveRefund(tx, payment, refund, now)
  if (!promised)
    return recordMismatch(deps, tx, payment, reported, 'refunded_more_than_captured', now)
  await insertRefund(tx, refund, now)
  const settled = await recordStep(tx, settleRefundStep(promised, refund), now)
  await resolveLate(deps, tx, settled, now)
  return { payment: settled, outcome: 'APPLIED' }
}

/** Undefined if the payment has not that much left. */
async function reserveRefund(
  tx: Tx,
  payment: Payment,
  { amount }: Refund,
  now: Date,
): Promise<Payment | undefined> {
  const left = refundableAmount(payment)
  if (amount.currency !== left.currency || amount.amountMinor > left.amountMinor) return undefined
  return recordStep(tx, reserveRefundStep(payment, amount), now)
}

async function recordMismatch(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  reported: ProviderRefund,
  problem: string,
  now: Date,
): Promise<Applied> {
  const { id: paymentId, provider, companyId } = payment
  deps.log.error({ problem, provider, paymentId }, 'A refund differs from its provider.')
  await deps.incidents?.notify(tx, {
    key: mismatchNotice,
    severity: 'critical',
    summary: `${provider} and our ledger differ on a refund of payment ${paymentId}: ${problem.replaceAll('_', ' ')}.`,
    details: {
      problem,
      provider,
      paymentId,
      refundId: reported.refundId,
      providerReference: reported.reference,
      amount: decimalOf(reported.amount),
      currency: reported.amount.currency,
    },
    dedupeKey: mismatchKey(provider, payment.providerReference ?? ''),
    companyId,
    now,
  })
  return { payment, outcome: 'MISMATCH' satisfies ApplyOutcome }
}
