import type { Actor } from '#kernel/actor'
import { crashPoint } from '#platform/faults'
import { auditPayment } from './audit-payment.ts'
import { assertVoidByHandAllowed } from './by-hand.ts'
import { applyInTransaction } from './cards/apply-intent.ts'
import { createIntent, markRefused } from './cards/hand-over.ts'
import { ProviderRefused } from './cards/provider.ts'
import { type Deps, getPayment, notFound, providerOf, readProvider } from './deps.ts'
import { fail } from './failures.ts'
import { hasEnded, type Payment } from './payment.ts'
import { lockPayment } from './payment-store.ts'
import { recordStep } from './record-step.ts'
import { voidStep } from './step.ts'

/**
 * Ends the payment if that is still possible, and returns its final state: VOIDED or FAILED, or SUCCEEDED if the payer
 * was faster. It may run any number of times.
 */
export async function cancelPayment(
  deps: Deps,
  companyId: string,
  paymentId: string,
): Promise<Payment> {
  const payment = await getPayment(deps, companyId, paymentId)
  if (hasEnded(payment)) return payment
  return payment.method === 'invoice' ? voidInvoice(deps, payment) : cancelAtProvider(deps, payment)
}

/** Like `cancelPayment`, for a caller who wants to void: throws if that is not possible. */
export async function voidPayment(
  deps: Deps,
  companyId: string,
  paymentId: string,
  actor?: Actor,
): Promise<Payment> {
  const before = await getPayment(deps, companyId, paymentId)
  if (hasEnded(before)) throw fail('not_voidable', { paymentId, state: before.state })
  assertVoidByHandAllowed(before)
  const now = deps.now()
  await deps.database.transaction(async (tx) =>
    auditPayment(tx, before, { what: 'void', actor, now }),
  )
  const after = await cancelPayment(deps, companyId, paymentId)
  if (after.state === 'VOIDED' || after.state === 'FAILED') return after
  throw fail('not_voidable', { paymentId, state: after.state })
}

/**
 * A payment that may never have reached the provider is first created there, under its one key, and then cancelled. A
 * handoff that is still on its way therefore cannot revive a payment that we ended.
 */
async function cancelAtProvider(deps: Deps, payment: Payment): Promise<Payment> {
  const provider = providerOf(deps, payment)
  const reference = payment.providerReference ?? (await referenceOf(deps, payment))
  if (reference instanceof ProviderRefused) return markRefused(deps, payment, reference)
  crashPoint('payments.cancel.begun')
  const intent = await readProvider(deps, payment, provider.cancelIntent(reference))
  crashPoint('payments.cancel.provider_done')
  const { payment: next } = await applyInTransaction(deps, payment, intent)
  return next
}

async function referenceOf(deps: Deps, payment: Payment): Promise<string | ProviderRefused> {
  const intent = await createIntent(deps, payment)
  return intent instanceof ProviderRefused ? intent : intent.reference
}

function voidInvoice(deps: Deps, { companyId, id }: Payment): Promise<Payment> {
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    return payment.state === 'AUTHORIZED'
      ? recordStep(tx, voidStep(payment, 'cancelled'), deps.now())
      : payment
  })
}
