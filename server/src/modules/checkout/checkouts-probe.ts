import { countOf, type Probe, problemIf, secondsBefore } from '#platform/health'
import type { Checkout } from './service.ts'

/** A provider's bad hour is over by then. */
const refundWaitsSecondsMax = 900

/** Checkouts that are stuck, and payments without an order that have not been refunded. */
export function checkoutsProbe(checkout: Checkout, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'checkoutLifecycle',
    surfaces: ['detailed', 'ops'],
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
            message: `${countOf(reconcilingFailing, 'checkout meets an error whenever it is carried on. What is paid for it', 'checkouts meet an error whenever they are carried on. What is paid for them')} has no order.`,
            since: since(oldestFailingSeconds),
            action:
              'GET /admin/orders/checkout/report: lastError says what each met, and paymentState whether it is paid. Mend that: they are tried again every 30 seconds. What is paid and fails for 15 minutes is given up, and its money goes back.',
          }),
          ...problemIf(waiting > 0, {
            code: 'checkout.reconciling-stuck',
            message: `${countOf(waiting, 'checkout has waited for its payment', 'checkouts have waited for their payment')} for over 5 minutes.`,
            since: since(oldestReconcilingSeconds),
            action: 'Check the payment provider and the address it sends its events to.',
          }),
          ...problemIf(oldestRefundWaitingSeconds > refundWaitsSecondsMax, {
            code: 'checkout.refunds-behind',
            message: `${countOf(refundsWaiting, 'payment that was made for nothing has', 'payments that were made for nothing have')} not gone back yet.`,
            since: since(oldestRefundWaitingSeconds),
            action:
              'Open /admin/orders, money paid for nothing: it says what each met. They are tried again by themselves.',
          }),
          ...problemIf(refundsRefused > 0, {
            code: 'checkout.refund-refused',
            message: `${countOf(refundsRefused, 'payment that was made for nothing is not paid back by its payment provider', 'payments that were made for nothing are not paid back by their payment provider')}.`,
            since: since(oldestRefundRefusedSeconds),
            action:
              'Open /admin/orders, money paid for nothing: try each again, or pay it back by another way and say so. Nobody else does.',
          }),
        ],
      }
    },
  }
}
