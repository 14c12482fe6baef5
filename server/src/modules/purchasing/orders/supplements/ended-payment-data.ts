import { Type } from 'typebox'

/** In events: the payment for a change, and why it ended. */
export const endedPayment = {
  paymentId: Type.String(),
  reason: Type.String({
    description:
      '`not_paid`: the card was declined, or nobody paid in time. Otherwise why the change could no longer be made: `amount_changed`, or a failure code.',
  }),
}

export const endedPaymentExample = {
  paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
  reason: 'orders.stock_short',
}
