import { countOf, type Probe, problemIf, secondsBefore } from '#platform/health'
import type { Checkout } from '../service.ts'

/** A provider has recovered from an outage by then. */
const refundWaitsSecondsMax = 900

/** Reports stuck checkouts, and payments without an order that have not been refunded. */
export function checkoutsProbe(checkout: Checkout, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'checkoutLifecycle',
    surfaces: ['detailed', 'ops'],
    headline: 'reconciling',
    read: async () => {
      const metrics = await checkout.lifecycle()
      const { reservedStuck, oldestReservedSeconds } = metrics
      const { reconcilingStuck, oldestReconcilingSeconds } = metrics
      const { reconcilingFailing, oldestFailingSeconds } = metrics
      const waiting = reconcilingStuck - reconcilingFailing
      const { refundsWaiting, oldestRefundWaitingSeconds } = metrics
      const { refundsRefused, oldestRefundRefusedSeconds } = metrics
      return {
        metrics,
        problems: [
          ...problemIf(reservedStuck > 0, {
            code: 'checkout.reserved-stuck',
            message: `${countOf(reservedStuck, 'checkout has', 'checkouts have')} been RESERVED for over 2 minutes.`,
            since: since(oldestReservedSeconds),
            action: 'They expire by themselves after 15 minutes. Look for buyers who cannot pay.',
          }),
          ...problemIf(reconcilingFailing > 0, {
            code: 'checkout.orders-failing',
            message: `${countOf(reconcilingFailing, 'checkout fails on every retry. Its payment has', 'checkouts fail on every retry. Their payments have')} no order.`,
            since: since(oldestFailingSeconds),
            action:
              'Open /admin/orders, checkouts under way, for the error of each. Fix the cause: they are retried every 30 seconds. A paid checkout that fails for 15 minutes is given up and refunded.',
          }),
          ...problemIf(waiting > 0, {
            code: 'checkout.reconciling-stuck',
            message: `${countOf(waiting, 'checkout has waited for its payment', 'checkouts have waited for their payment')} for over 5 minutes.`,
            since: since(oldestReconcilingSeconds),
            action:
              'A buyer who left the payment page needs nothing: the page ends by itself. If the incident is critical, check the payment provider and the address it sends its events to.',
          }),
          ...problemIf(oldestRefundWaitingSeconds > refundWaitsSecondsMax, {
            code: 'checkout.refunds-behind',
            message: `${countOf(refundsWaiting, 'payment without an order is', 'payments without an order are')} not refunded yet.`,
            since: since(oldestRefundWaitingSeconds),
            action:
              'Open /admin/orders, payments without an order, for the error of each. They are retried automatically.',
          }),
          ...problemIf(refundsRefused > 0, {
            code: 'checkout.refund-refused',
            message: `The payment provider refuses the refund of ${countOf(refundsRefused, 'payment', 'payments')} without an order.`,
            since: since(oldestRefundRefusedSeconds),
            action:
              'Open /admin/orders, payments without an order. Retry each refund, or refund it outside Purveyor and record that. Nothing else will.',
          }),
        ],
      }
    },
  }
}
