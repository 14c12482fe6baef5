import { crashPoint } from '#platform/faults'
import { callProvider, type Deps, getPayment, notFound, providerOf } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Payment } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { recordStep } from '../record-step.ts'
import { failStep } from '../step.ts'
import { applyInTransaction } from './apply-intent.ts'
import { type PaymentProvider, type ProviderIntent, ProviderRefused } from './provider.ts'

/**
 * Creates the payment at its provider and stores the page where the payer pays. It may run any number of times, at once
 * and after any crash: the payment's id is the provider's idempotency key, so there is one intent. If the outcome is
 * unclear, it fails with `provider_unavailable`, and the payment stays INITIATED. `known`: the payment, if the caller
 * has just read it; the write compares it with the stored row.
 */
export async function handOver(
  deps: Deps,
  companyId: string,
  paymentId: string,
  known?: Payment,
): Promise<Payment> {
  const payment = known ?? (await getPayment(deps, companyId, paymentId))
  if (payment.state !== 'INITIATED') return payment

  crashPoint('payments.handover.begun')
  const intent = await createIntent(deps, payment)
  crashPoint('payments.handover.intent_created')
  if (intent instanceof ProviderRefused) return markRefused(deps, payment, intent)
  const { payment: next, outcome } = await applyInTransaction(deps, payment, intent)
  crashPoint('payments.handover.recorded')
  if (outcome === 'MISMATCH') throw fail('provider_unavailable', { paymentId })
  return next
}

/** The intent of the payment, created now or earlier; or the provider's clear no. */
export async function createIntent(
  deps: Deps,
  payment: Payment,
): Promise<ProviderIntent | ProviderRefused> {
  const provider: PaymentProvider = providerOf(deps, payment)
  const { id: paymentId, amount, captureMethod, returnUrl, expiresAt, createdAt } = payment
  try {
    return await callProvider(
      deps,
      payment,
      provider.createIntent({
        paymentId,
        amount,
        captureMethod,
        ...(returnUrl === undefined ? {} : { returnUrl }),
        expiresAt: expiresAt ?? createdAt,
      }),
    )
  } catch (error) {
    if (error instanceof ProviderRefused) return error
    throw error
  }
}

export async function markRefused(
  deps: Deps,
  { companyId, id }: Payment,
  { reason }: ProviderRefused,
): Promise<Payment> {
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    return payment.state === 'INITIATED'
      ? recordStep(tx, failStep(payment, reason), deps.now())
      : payment
  })
}
