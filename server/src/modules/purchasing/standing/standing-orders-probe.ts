import { countOf, type Probe, secondsBefore } from '#platform/health'
import type { StandingOrders } from './service.ts'

/** Reports standing orders whose dates have come and whose orders are not placed, apart from those that were refused. */
export function standingOrdersProbe(
  standingOrders: Pick<StandingOrders, 'measure'>,
  now: () => Date,
): Probe {
  return {
    name: 'standingOrders',
    surfaces: ['ops', 'detailed'],
    headline: 'standingOrdersLate',
    read: async () => {
      const metrics = await standingOrders.measure()
      const late = {
        code: 'standing-orders.late',
        message: `${countOf(metrics.standingOrdersLate, 'standing order is', 'standing orders are')} late; the oldest has waited for ${Math.round(metrics.oldestStandingOrderLateSeconds)} s.`,
        since: secondsBefore(now(), metrics.oldestStandingOrderLateSeconds),
        action: 'Check that a worker runs. Open /admin/orders for the error of each.',
      }
      return { metrics, problems: metrics.standingOrdersLate > 0 ? [late] : [] }
    },
  }
}
