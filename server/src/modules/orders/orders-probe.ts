import { countOf, type Probe, secondsBefore } from '#platform/health'
import type { Fulfilment } from './fulfilment.ts'
import { creditWaitsSecondsMax } from './order-watch.ts'

/** Orders that hang after they were placed, and money on its way back. */
export function ordersProbe(fulfilment: Fulfilment, now: () => Date): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'orders',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const metrics = await fulfilment.measure()
      const { unconfirmedStuck, oldestUnconfirmedSeconds } = metrics
      const { unshippedStuck, oldestUnshippedSeconds } = metrics
      const { creditsWaiting, oldestCreditSeconds } = metrics
      const { creditsRefused, oldestRefusedSeconds } = metrics
      const unconfirmed = {
        code: 'orders.unconfirmed',
        message: `${countOf(unconfirmedStuck, 'order was placed and no supplier has confirmed it', 'orders were placed and no supplier has confirmed them')}.`,
        since: since(oldestUnconfirmedSeconds),
        action:
          'Open /admin/orders: ask their suppliers, or confirm or cancel them as an operator.',
      }
      const unshipped = {
        code: 'orders.unshipped',
        message: `${countOf(unshippedStuck, 'order is confirmed and has', 'orders are confirmed and have')} not left as a whole for too long.`,
        since: since(oldestUnshippedSeconds),
        action: 'Open /admin/orders, and ask the suppliers that it names.',
      }
      const credits = {
        code: 'orders.credits-behind',
        message: `Money of ${countOf(creditsWaiting, 'cancellation or return', 'cancellations and returns')} has not gone back yet.`,
        since: since(oldestCreditSeconds),
        action: 'Open /admin/orders: it says what each met. They are tried again by themselves.',
      }
      const refused = {
        code: 'orders.credit-refused',
        message: `Money of ${countOf(creditsRefused, 'cancellation or return', 'cancellations and returns')} is refused by its payment provider.`,
        since: since(oldestRefusedSeconds),
        action:
          'Open /admin/orders: try each again, or pay it back by another way and say so. Nobody else does.',
      }
      return {
        metrics,
        problems: [
          ...(unconfirmedStuck > 0 ? [unconfirmed] : []),
          ...(unshippedStuck > 0 ? [unshipped] : []),
          ...(oldestCreditSeconds > creditWaitsSecondsMax ? [credits] : []),
          ...(creditsRefused > 0 ? [refused] : []),
        ],
      }
    },
  }
}
