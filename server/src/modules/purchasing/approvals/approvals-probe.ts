import { countOf, type Probe, secondsBefore } from '#platform/health'
import type { Approvals } from './service.ts'

/** Reports orders that wait for a decision, and orders that are approved and not placed yet. */
export function approvalsProbe(approvals: Approvals, now: () => Date): Probe {
  return {
    name: 'approvals',
    surfaces: ['detailed', 'ops'],
    headline: 'failing',
    read: async () => {
      const metrics = await approvals.measure()
      const notPlaced = {
        code: 'approvals.not-placed',
        message: `${countOf(metrics.failing, 'approved order', 'approved orders')} could not be placed yet.`,
        since: secondsBefore(now(), metrics.oldestFailingSeconds),
        action: 'Open /admin/orders for the error of each. They are retried automatically.',
      }
      return { metrics, problems: metrics.failing > 0 ? [notPlaced] : [] }
    },
  }
}
