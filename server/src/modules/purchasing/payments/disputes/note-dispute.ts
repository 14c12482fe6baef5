import { decimalOf, type Money } from '#kernel/money'
import { utcDay } from '#kernel/time'
import type { Tx } from '#platform/db'
import { type Applied, reportMismatch } from '../cards/apply-intent.ts'
import {
  type PaymentProvider,
  type ProviderDispute,
  ProviderRefused,
  ProviderUnavailable,
} from '../cards/provider.ts'
import { refreshPayment } from '../cards/refresh-payment.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Payment } from '../payment.ts'
import { findOwner, findPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { disputeStep, returnChargeStep } from '../step.ts'
import { findDispute, saveDispute } from './dispute-store.ts'

export const disputedNotice = 'payments.disputed'

/**
 * Records the state of a dispute, under the payment's lock. The same answer twice changes nothing, and an old one never
 * undoes a newer one: a decided dispute is not open again. A bank may decide again, for either side. That is booked if
 * we asked the provider (`askedAt`) after we recorded the earlier decision. Otherwise nobody can tell which decision is
 * newer, and `payments.provider_unavailable` makes the caller ask once more.
 */
export async function noteDispute(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  reported: ProviderDispute,
  askedAt: Date,
): Promise<Applied> {
  const now = deps.now()
  const known = await findDispute(tx, payment, reported.reference)
  if (known && (known.state === reported.state || reported.state === 'OPEN')) {
    return { payment, outcome: 'NOT_NEWS' }
  }
  const problem = contradictionIn(payment, reported)
  if (problem) {
    await reportMismatch(deps, tx, { payment, problem, now })
    return { payment, outcome: 'MISMATCH' }
  }
  if (known?.closedAt && known.closedAt > askedAt) {
    throw fail('provider_unavailable', { paymentId: payment.id })
  }
  await saveDispute(tx, payment, reported, now)
  const returned = known?.state === 'LOST' ? leastOf(known.amount, payment.chargedBack) : undefined
  const isReturned = reported.state === 'WON' && returned !== undefined && returned.amountMinor > 0n
  const step = isReturned ? returnChargeStep(payment, returned) : disputeStep(payment, reported)
  const next = await recordStep(tx, step, now)
  await notify(deps, tx, next, reported, isReturned, now)
  return { payment: next, outcome: 'APPLIED' }
}

function leastOf(one: Money, other: Money): Money {
  return one.amountMinor < other.amountMinor ? one : other
}

function contradictionIn(
  { captured, amount }: Payment,
  reported: ProviderDispute,
): string | undefined {
  if (reported.amount.currency !== amount.currency) return 'other_dispute_currency'
  return captured.amountMinor > 0n ? undefined : 'disputed_before_captured'
}

/** Somebody has to answer before the deadline, and then decide about the goods. */
async function notify(
  { incidents, log }: Deps,
  tx: Tx,
  { id: paymentId, companyId, orderId, provider }: Payment,
  { reference, state, amount, reason, answerBy }: ProviderDispute,
  isReturned: boolean,
  now: Date,
): Promise<void> {
  log.warn({ paymentId, reference, state }, 'A payment is disputed.')
  // Reports money that came back after it was given up: somebody may have collected it outside of the provider.
  if (state === 'WON' && !isReturned) {
    await incidents?.resolve(tx, { key: disputedNotice, dedupeKey: reference, now })
    return
  }
  const sum = `${decimalOf(amount)} ${amount.currency} of payment ${paymentId}`
  const until = answerBy ? ` by ${utcDay(answerBy)}` : ''
  await incidents?.notify(tx, {
    key: disputedNotice,
    severity: isReturned ? 'warning' : 'critical',
    summary: {
      OPEN: `The holder of a card disputes ${sum} (${reason.replaceAll('_', ' ')}): answer at ${provider}${until}.`,
      LOST: `A dispute was lost: the bank has taken back ${sum}.`,
      WON: `A lost dispute was won after all: the bank has returned ${sum}.`,
    }[state],
    details: {
      paymentId,
      ...(orderId && { orderId }),
      provider,
      reference,
      state,
      amount: decimalOf(amount),
      currency: amount.currency,
      reason,
      ...(answerBy && { answerBy: answerBy.toISOString() }),
    },
    dedupeKey: reference,
    companyId,
    now,
  })
}

/**
 * Undefined if the provider knows no such dispute. Throws `payments.provider_unavailable` if the provider does not
 * answer, so that it sends the event once more.
 */
export async function askAboutDispute(
  { log }: Deps,
  { name, disputes }: PaymentProvider,
  reference: string,
): Promise<ProviderDispute | undefined> {
  try {
    return await disputes?.get(reference)
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, provider: name, reference }, 'A dispute could not be looked up.')
    throw fail('provider_unavailable', { provider: name })
  }
}

/** The disputed payment. It may be captured although we have not heard of it yet. */
export async function findDisputed(
  deps: Deps,
  { name }: PaymentProvider,
  { paymentId }: ProviderDispute,
): Promise<Payment | undefined> {
  const { pool } = deps.database
  const companyId = await findOwner(pool, paymentId)
  const payment = companyId && (await findPayment(pool, companyId, paymentId))
  if (payment?.provider !== name) return undefined
  return payment.captured.amountMinor > 0n
    ? payment
    : refreshPayment(deps, payment.companyId, payment.id)
}
