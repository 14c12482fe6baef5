import type { Actor } from '#kernel/actor'
import { decimalOf, type Money, sameMoney } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import { auditPayment } from './audit-payment.ts'
import { assertCaptureByHandAllowed } from './by-hand.ts'
import { applyInTransaction } from './cards/apply-intent.ts'
import { ProviderRefused } from './cards/provider.ts'
import { refreshPayment } from './cards/refresh-payment.ts'
import { callProvider, type Deps, getPayment, notFound, providerOf } from './deps.ts'
import { fail } from './failures.ts'
import { capturableAmount, type Payment } from './payment.ts'
import { lockPayment, scheduleCheck } from './payment-store.ts'
import { recordStep } from './record-step.ts'
import { captureStep } from './step.ts'

/** After that the service asks the provider, in case the process died before it recorded the result. */
const checkAfterMs = secondsMs(60)

/**
 * Captures what was authorised, or less of it; the rest is released. Only once: a second capture is refused. On net
 * terms it charges the company's credit account. With an actor, a person asked for it, and the order may forbid it.
 */
export async function capturePayment(
  deps: Deps,
  companyId: string,
  paymentId: string,
  amount?: Money,
  actor?: Actor,
): Promise<Payment> {
  const payment = await getPayment(deps, companyId, paymentId)
  const requested = amount ?? capturableAmount(payment)
  assertCapturable(payment, requested)
  if (actor) await assertCaptureByHandAllowed(deps, deps.database.pool, payment, requested)
  return payment.method === 'invoice'
    ? captureInvoice(deps, payment, requested, actor)
    : captureAtProvider(deps, payment, requested, actor)
}

function captureInvoice(
  deps: Deps,
  { companyId, id }: Payment,
  requested: Money,
  actor: Actor | undefined,
): Promise<Payment> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    assertCapturable(payment, requested)
    if (actor) await assertCaptureByHandAllowed(deps, tx, payment, requested)
    auditPayment(tx, payment, { what: 'capture', actor, amount: requested, now })
    return recordStep(tx, captureStep(payment, requested), now)
  })
}

async function captureAtProvider(
  deps: Deps,
  payment: Payment,
  requested: Money,
  actor: Actor | undefined,
): Promise<Payment> {
  const { companyId, id, providerReference = '' } = payment
  const provider = providerOf(deps, payment)
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    await scheduleCheck(tx, payment, after(now, checkAfterMs), now)
    auditPayment(tx, payment, { what: 'capture', actor, amount: requested, now })
  })
  crashPoint('payments.capture.begun')
  const intent = await callProvider(
    deps,
    payment,
    provider.capture(providerReference, requested, `${id}.capture`),
  ).catch(async (error: unknown) => {
    if (!(error instanceof ProviderRefused)) throw error
    const { state } = await refreshPayment(deps, companyId, id)
    throw fail('not_capturable', { paymentId: id, state, reason: error.reason })
  })
  crashPoint('payments.capture.provider_done')
  const { payment: next } = await applyInTransaction(deps, payment, intent)
  if (!sameMoney(next.captured, requested)) {
    throw fail('not_capturable', { paymentId: id, state: next.state })
  }
  return next
}

function assertCapturable(payment: Payment, requested: Money): void {
  const { id: paymentId, state } = payment
  const held = capturableAmount(payment)
  if (state !== 'AUTHORIZED') throw fail('not_capturable', { paymentId, state })
  if (requested.currency !== held.currency) {
    throw fail('currency_mismatch', { paymentId, currency: held.currency })
  }
  if (requested.amountMinor <= 0n) throw fail('amount_invalid')
  if (requested.amountMinor > held.amountMinor) {
    throw fail('amount_exceeds_authorized', { paymentId, authorized: decimalOf(held) })
  }
}
