import { after, minutesMs } from '#kernel/time'
import { ringAfterCommit } from '#platform/wake'
import type { Attempt } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { noteUnordered } from '../refunding/note-unordered.ts'
import { lockAttempt } from '../store.ts'
import { unorderedTopic } from '../subscribers.ts'
import { failAttempt, fateOf, getPayment, settle, withPayment } from './reconcile.ts'

/**
 * The time that operators have to repair what keeps an order from being made. An incident notifies them after five
 * minutes.
 */
const failingMinutesMax = 15

const orderNotMade = {
  code: 'checkout.order_not_made',
  message:
    'The order could not be made, so nothing is charged: a hold is released, and a payment is refunded. The cart is as it was. Try again later.',
}

/** Whether the attempt has failed for too long, and its reservation has ended too. */
export function isHopeless(
  { reservedUntil }: Attempt,
  failingSince: Date | undefined,
  now: Date,
): boolean {
  return (
    failingSince !== undefined &&
    reservedUntil <= now &&
    failingSince <= after(now, -minutesMs(failingMinutesMax))
  )
}

/**
 * Ends an attempt that is paid or authorised and whose order cannot be made: voids the hold, or refunds what was
 * captured; stock, budgets and cart return to their earlier state. It locks the attempt first, so any other outcome of
 * that moment wins. Throws if the provider does not answer. Returns the attempt as it is then.
 */
export async function failOrderNotMade(deps: CheckoutDeps, failing: Attempt): Promise<Attempt> {
  const { companyId, id } = failing
  const { payment } = await withPayment(deps, failing)
  if (!payment || fateOf(payment) !== 'complete') return failing
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
