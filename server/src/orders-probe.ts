import type { Probe } from '#modules/ops'
import type { Fulfilment } from '#modules/orders'

/** Money that has been owed for so long is worth a look: a provider's bad hour is over by then. */
const creditWaitsSecondsMax = 900

/** Orders that hang after they were placed, and money on its way back. */
export function ordersProbe(fulfilment: Fulfilment, now: () => Date): Probe {
  const since = (seconds: number) => new Date(now().getTime() - seconds * 1_000).toISOString()
  return {
    name: 'orders',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const metrics = await fulfilment.measure()
      const { unconfirmedStuck, oldestUnconfirmedSeconds } = metrics
      const { creditsWaiting, oldestCreditSeconds } = metrics
      const unconfirmed = {
        code: 'orders.unconfirmed',
        message: `${unconfirmedStuck} orders were placed and no supplier has confirmed them.`,
        since: since(oldestUnconfirmedSeconds),
        action: 'Ask their suppliers, or confirm or cancel them as an operator.',
      }
      const credits = {
        code: 'orders.credits-behind',
        message: `Money of ${creditsWaiting} cancellations and returns has not gone back yet.`,
        since: since(oldestCreditSeconds),
        action: 'Read last_error in orders.credits. They are tried again by themselves.',
      }
      return {
        metrics,
        problems: [
          ...(unconfirmedStuck > 0 ? [unconfirmed] : []),
          ...(oldestCreditSeconds > creditWaitsSecondsMax ? [credits] : []),
        ],
      }
    },
  }
}
