import { paymentOutcomeOf } from '#modules/payments'
import { ringAfterCommit } from '#platform/wake'
import type { Attempt } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { noteUnordered } from '../refunding/note-unordered.ts'
import { lockAttempt } from '../store.ts'
import { unorderedTopic } from '../subscribers.ts'
import { orderNotMade } from './payment-outcome.ts'
import { failAttempt, getPayment, settle, withPayment } from './reconcile.ts'

/**
 * Ends an attempt that is paid or authorised and whose order cannot be made: voids the hold, or refunds what was
 * captured; stock, budgets and cart return to their earlier state. It locks the attempt first, so any other outcome of
 * that moment wins. Throws if the provider does not answer. Returns the attempt as it is then.
 */
export async function failOrderNotMade(deps: CheckoutDeps, failing: Attempt): Promise<Attempt> {
  const { companyId, id } = failing
  const { payment } = await withPayment(deps, failing)
  if (!payment || paymentOutcomeOf(payment) !== 'secured') return failing
  const { state } = await deps.payments.cancel(companyId, payment.id)
  if (state === 'VOIDED' || state === 'FAILED') {
    return (await settle(deps, companyId, id, orderNotMade)).attempt
  }
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, companyId, id)
    if (attempt?.state !== 'PAYMENT_INITIATED_CART_RECONCILING') return attempt ?? failing
    const { captured } = await getPayment(deps, tx, attempt)
    if (captured.amountMinor === 0n) return attempt
    await noteUnordered(deps, tx, companyId, payment.id, now)
    ringAfterCommit(tx, unorderedTopic)
    return failAttempt(deps, tx, attempt, orderNotMade, now)
  })
}
