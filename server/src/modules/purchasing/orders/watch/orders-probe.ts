import { countOf, type Probe, secondsBefore } from '#platform/health'
import { servableSecondsMax } from '../backorders/serve-backorders.ts'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { creditWaitsSecondsMax } from './order-watch.ts'

/** Reports orders that are stuck after they were placed, credits that wait, and stock that does not reach the orders that wait for it. */
export function ordersProbe(fulfilment: Fulfilment, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'orders',
    surfaces: ['detailed', 'ops'],
    headline: 'unconfirmedStuck',
    read: async () => {
      const metrics = await fulfilment.measure()
      const { unconfirmedStuck, oldestUnconfirmedSeconds } = metrics
      const { unshippedStuck, oldestUnshippedSeconds } = metrics
      const { creditsWaiting, oldestCreditSeconds } = metrics
      const { creditsRefused, oldestRefusedSeconds } = metrics
      const { productsServable, oldestServableSeconds } = metrics
      const unconfirmed = {
        code: 'orders.unconfirmed',
        message: `${countOf(unconfirmedStuck, 'order was placed and no supplier has confirmed it', 'orders were placed and no supplier has confirmed them')}.`,
        since: since(oldestUnconfirmedSeconds),
        action:
          'Open /admin/orders: ask their suppliers, or confirm or cancel them as an operator.',
      }
      const unshipped = {
        code: 'orders.unshipped',
        message: `${countOf(unshippedStuck, 'confirmed order was', 'confirmed orders were')} not completely shipped in time.`,
        since: since(oldestUnshippedSeconds),
        action: 'Open /admin/orders, and ask the suppliers of these orders.',
      }
      const credits = {
        code: 'orders.credits-behind',
        message: `${countOf(creditsWaiting, 'cancellation or return is', 'cancellations and returns are')} not refunded yet.`,
        since: since(oldestCreditSeconds),
        action: 'Open /admin/orders for the error of each. They are retried automatically.',
      }
      const refused = {
        code: 'orders.credit-refused',
        message: `The payment provider refuses the refund of ${countOf(creditsRefused, 'cancellation or return', 'cancellations and returns')}.`,
        since: since(oldestRefusedSeconds),
        action:
          'Open /admin/orders. Retry each refund, or refund it outside Purveyor and record that. Nothing else will.',
      }
      const unserved = {
        code: 'orders.backorders-behind',
        message: `${countOf(productsServable, 'product has', 'products have')} stock that has not reached the orders that wait for it.`,
        since: since(oldestServableSeconds),
        action:
          'Check that a worker runs, and search its log for “could not be served”. /admin/orders lists the lines that wait.',
      }
      return {
        metrics,
        problems: [
          ...(unconfirmedStuck > 0 ? [unconfirmed] : []),
          ...(unshippedStuck > 0 ? [unshipped] : []),
          ...(oldestCreditSeconds > creditWaitsSecondsMax ? [credits] : []),
          ...(creditsRefused > 0 ? [refused] : []),
          ...(oldestServableSeconds > servableSecondsMax ? [unserved] : []),
        ],
      }
    },
  }
}
