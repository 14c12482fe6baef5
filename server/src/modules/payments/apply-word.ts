import { decimalOf, type Money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { type Deps, notFound } from './deps.ts'
import { isOpen, type Payment } from './payment.ts'
import type { ProviderIntent } from './provider.ts'
import { meaningOf } from './reading.ts'
import { recordStep } from './record-step.ts'
import { lockPayment } from './store.ts'

export type WordOutcome = 'APPLIED' | 'NOT_NEWS' | 'MISMATCH'

export type Applied = { readonly payment: Payment; readonly outcome: WordOutcome }

/** How long the provider's own event has before we ask. */
const firstCheckMs = secondsMs(60)

/** In a transaction of its own: lock, understand, record. The same word twice changes nothing the second time. */
export function applyInTransaction(
  deps: Deps,
  { companyId, id }: Payment,
  intent: ProviderIntent,
): Promise<Applied> {
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    return applyWord(deps, tx, payment, intent, deps.now())
  })
}

/** What the provider says is what counts, whoever brought it: an event, our question, the daily comparison. */
export async function applyWord(
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
  const nextCheck = state === 'PENDING' ? after(now, firstCheckMs) : null
  const next = await recordStep(tx, meaning.step, now, nextCheck)
  if (meaning.contradiction) {
    const problem = meaning.contradiction
    await reportMismatch(deps, tx, { payment: next, intent, problem, now })
  }
  return { payment: next, outcome: 'APPLIED' }
}

type Mismatch = {
  /** One word for it, such as `other_amount`. */
  readonly problem: string
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

/** Somebody has to look: the provider's account of the money and ours are not the same. */
export async function reportMismatch(deps: Deps, tx: Tx, mismatch: Mismatch): Promise<void> {
  const { payment, intent, problem, now } = mismatch
  const { provider } = mismatch.payment ?? mismatch
  const named = intent ?? (mismatch.payment ? undefined : mismatch.about)
  const paymentId = payment?.id ?? named?.paymentId ?? ''
  const providerReference = named?.reference ?? payment?.providerReference ?? ''
  deps.log.error({ problem, provider, paymentId }, 'Payments do not match.')
  await deps.incidents?.notify(tx, {
    key: 'payments.reconciliation-mismatch',
    severity: payment && isOpen(payment) ? 'warning' : 'critical',
    summary: `${provider} and we do not agree on payment ${paymentId}: ${problem.replaceAll('_', ' ')}.`,
    details: {
      problem,
      provider,
      paymentId,
      providerReference,
      ...(intent ? { providerSays: viewIntent(intent) } : {}),
      ...(payment ? { weSay: viewOurs(payment) } : {}),
    },
    dedupeKey: `${provider}/${providerReference}`.slice(0, 255),
    ...(payment ? { companyId: payment.companyId } : {}),
    now,
  })
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
