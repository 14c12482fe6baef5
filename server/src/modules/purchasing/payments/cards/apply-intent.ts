import { decimalOf, type Money } from '#kernel/money'
import { after, minutesMs, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { type Deps, notFound } from '../deps.ts'
import { isOpen, type Payment } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import type { ProviderIntent } from './provider.ts'
import { meaningOf } from './reading.ts'

export type ApplyOutcome = 'APPLIED' | 'NOT_NEWS' | 'MISMATCH'

export type Applied = { readonly payment: Payment; readonly outcome: ApplyOutcome }

export const mismatchNotice = 'payments.reconciliation-mismatch'

/**
 * How long we wait for the provider's event before we ask. A held payment may wait for days, and is checked all the
 * same.
 */
const firstCheckMs = { PENDING: secondsMs(60), AUTHORIZED: minutesMs(60) } as const

/** Locks, interprets and records in a transaction of its own. The second time the same answer changes nothing. */
export function applyInTransaction(
  deps: Deps,
  { companyId, id }: Payment,
  intent: ProviderIntent,
): Promise<Applied> {
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    return applyIntent(deps, tx, payment, intent, deps.now())
  })
}

/** What the provider says counts, whoever brought it: an event, our question, or the daily comparison. */
export async function applyIntent(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  intent: ProviderIntent,
  now: Date,
): Promise<Applied> {
  const meaning = meaningOf(payment, intent)
  if (meaning.kind === 'not_news') return { payment, outcome: 'NOT_NEWS' }
  if (meaning.kind === 'mismatch') {
    await reportMismatch(deps, tx, { payment, intent, problem: meaning.problem, now })
    return { payment, outcome: 'MISMATCH' }
  }
  const { state } = meaning.step.next
  const isWaiting = state === 'PENDING' || state === 'AUTHORIZED'
  const nextCheck = isWaiting ? after(now, firstCheckMs[state]) : null
  const next = await recordStep(tx, meaning.step, now, nextCheck)
  if (meaning.contradiction) {
    const problem = meaning.contradiction
    await reportMismatch(deps, tx, { payment: next, intent, problem, isLate: true, now })
  }
  return { payment: next, outcome: 'APPLIED' }
}

type Mismatch = {
  /** A code for the difference, such as `other_amount`. */
  readonly problem: string
  /**
   * Money was captured after the payment had ended. It has an incident of its own, which ends when all of it has gone
   * back.
   */
  readonly isLate?: boolean
  readonly now: Date
} & (
  | { readonly payment: Payment; readonly intent?: ProviderIntent }
  | {
      readonly payment?: undefined
      readonly provider: string
      readonly intent?: ProviderIntent
      readonly about?: { readonly paymentId: string; readonly reference: string }
    }
)

/** Raises an incident: the provider's account of the money and ours differ. */
export async function reportMismatch(deps: Deps, tx: Tx, mismatch: Mismatch): Promise<void> {
  const { payment, intent, problem, isLate = false, now } = mismatch
  const { provider } = mismatch.payment ?? mismatch
  const named = intent ?? (mismatch.payment ? undefined : mismatch.about)
  const paymentId = payment?.id ?? named?.paymentId ?? ''
  const providerReference = named?.reference ?? payment?.providerReference ?? ''
  deps.log.error({ problem, provider, paymentId }, 'A payment differs from its provider.')
  await deps.incidents?.notify(tx, {
    key: mismatchNotice,
    severity: payment && isOpen(payment) ? 'warning' : 'critical',
    summary: `${provider} and our ledger differ on payment ${paymentId}: ${problem.replaceAll('_', ' ')}.`,
    details: {
      problem,
      provider,
      paymentId,
      providerReference,
      ...(intent ? { providerSays: viewIntent(intent) } : {}),
      ...(payment ? { weSay: viewOurs(payment) } : {}),
    },
    dedupeKey: isLate
      ? lateKey(provider, providerReference)
      : mismatchKey(provider, providerReference),
    ...(payment ? { companyId: payment.companyId } : {}),
    now,
  })
}

/** All other trouble with one payment is one incident, so that it is resolved when the books agree again. */
export function mismatchKey(provider: string, reference: string): string {
  return `${provider}/${reference}`.slice(0, 255)
}

function lateKey(provider: string, reference: string): string {
  return `late/${mismatchKey(provider, reference)}`.slice(0, 255)
}

/** Participant, after each refund: resolves the incident when the money that was captured late has gone back. */
export async function resolveLate(
  { incidents }: Deps,
  tx: Tx,
  { provider, providerReference = '', state }: Payment,
  now: Date,
): Promise<void> {
  if (state !== 'REFUNDED') return
  const dedupeKey = lateKey(provider, providerReference)
  await incidents?.resolve(tx, { key: mismatchNotice, dedupeKey, now })
}

/** Both books agree: resolves whatever was reported before. */
export async function resolveMismatch(
  { incidents }: Deps,
  tx: Tx,
  { provider, providerReference = '' }: Payment,
  now: Date,
): Promise<void> {
  for (const dedupeKey of [
    mismatchKey(provider, providerReference),
    lateKey(provider, providerReference),
  ]) {
    await incidents?.resolve(tx, { key: mismatchNotice, dedupeKey, now })
  }
}

function viewIntent({ state, amount, captured, refunded }: ProviderIntent) {
  return viewSums(state, amount, captured, refunded)
}

function viewOurs({ state, amount, captured, refunded }: Payment) {
  return viewSums(state, amount, captured, refunded)
}

function viewSums(state: string, amount: Money, captured: Money, refunded: Money) {
  return {
    state,
    amount: decimalOf(amount),
    captured: decimalOf(captured),
    refunded: decimalOf(refunded),
    currency: amount.currency,
  }
}
