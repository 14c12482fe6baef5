import { after, minutesMs, secondsMs } from '#kernel/time'
import type { PaymentState as OrderPaymentState } from '#modules/orders'
import type { Payment } from '#modules/payments'
import { type Attempt, type AttemptFailure, isReservationOver } from '../attempt.ts'

/** The failure of an attempt that somebody of the company, or an operator, cancelled. */
export const checkoutCancelled: AttemptFailure = {
  code: 'checkout.cancelled',
  message:
    'The payment was cancelled. Nothing was bought, and the cart is unlocked. Check out again if you still need the goods.',
}

/**
 * The time that operators have to repair what keeps an order from being made. An incident notifies them after five
 * minutes.
 */
const failingMinutesMax = 15

/** The failure of a paid attempt whose order cannot be made. */
export const orderNotMade: AttemptFailure = {
  code: 'checkout.order_not_made',
  message:
    'The order could not be made, so nothing is charged: a hold is released, and a payment is refunded. The cart is unlocked and unchanged. Try again later.',
}

/** Why an attempt ends without an order. A person who cancelled it comes before the state of its payment. */
export function attemptFailureOf(
  { cancelledBy }: Pick<Attempt, 'cancelledBy'>,
  payment: Pick<Payment, 'state' | 'failureReason'>,
): AttemptFailure {
  return cancelledBy === undefined ? paymentFailureOf(payment) : checkoutCancelled
}

function paymentFailureOf({
  state,
  failureReason,
}: Pick<Payment, 'state' | 'failureReason'>): AttemptFailure {
  if (state === 'VOIDED') {
    return {
      code: 'checkout.payment_voided',
      message:
        'The payment was not made in time. Nothing was bought, and the cart is unlocked. Check out again.',
    }
  }
  const why = failureReason ? ` (${failureReason})` : ''
  const message = `The payment was refused${why}. Nothing was bought, and the cart is unlocked. Check out again, and pay by another method.`
  return { code: 'checkout.payment_failed', message }
}

/** On net terms the buyer promises to pay: the order is delivered on the promise and paid later. */
export function orderPaymentStateOf({
  method,
  state,
}: Pick<Payment, 'method' | 'state'>): OrderPaymentState {
  if (state === 'SUCCEEDED' && method === 'card') return 'PAID'
  if (state === 'PARTIALLY_REFUNDED') return state
  return method === 'invoice' ? 'UNPAID' : 'AUTHORIZED'
}

/** Whether the attempt has failed for too long, and its reservation has ended too. */
export function isHopeless(
  attempt: Pick<Attempt, 'reservedUntil'>,
  failingSince: Date | undefined,
  now: Date,
): boolean {
  return (
    failingSince !== undefined &&
    isReservationOver(attempt, now) &&
    failingSince <= after(now, -minutesMs(failingMinutesMax))
  )
}

const nextLookSecondsMax = 30

/** When a worker looks again at an attempt: after 1, 2, 4, 8, 16 seconds, and then every 30. */
export function nextLookAfter(attempts: number, now: Date): Date {
  return after(now, secondsMs(Math.min(2 ** Math.min(attempts, 5), nextLookSecondsMax)))
}
