import { type Attempt, backorderedIn, isFree, isReservationOver } from '../attempt.ts'
import { fail } from '../failures.ts'
import type { PaymentToOpen } from './payment-to-open.ts'

/** A provider would refuse the URL after everything is reserved, so it is checked before that. */
export function assertReturnUrl({ returnUrl }: Pick<PaymentToOpen, 'returnUrl'>): void {
  if (returnUrl !== undefined && !URL.canParse(returnUrl)) throw fail('return_url_invalid')
}

/** What waits for stock ships later than the authorisation of a card lasts. A total of zero needs no card. */
export function needsTerms(attempt: Pick<Attempt, 'snapshot' | 'total'>): boolean {
  return !isFree(attempt) && backorderedIn(attempt.snapshot).length > 0
}

export function assertNoBackorder(attempt: Pick<Attempt, 'snapshot' | 'total'>): void {
  if (!needsTerms(attempt)) return
  const productIds = backorderedIn(attempt.snapshot).map(({ productId }) => productId)
  throw fail('backorder_needs_terms', { productIds })
}

/** Only an attempt whose reservation lasts can be paid, and only once. */
export function assertPayable(attempt: Attempt, now: Date): void {
  const details = { checkoutId: attempt.id, state: attempt.state }
  if (attempt.state === 'PAYMENT_INITIATED_CART_RECONCILING') {
    throw fail('payment_already_initiated', details)
  }
  if (attempt.state !== 'RESERVED') throw fail('attempt_over', details)
  if (isReservationOver(attempt, now)) throw fail('reservation_expired', details)
}
