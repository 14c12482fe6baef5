import { countOf, type Probe, secondsBefore } from '#platform/health'
import type { Approvals } from './service.ts'

/** Orders that wait for somebody's word, and those that everybody has agreed to and that are not placed yet. */
export function approvalsProbe(approvals: Approvals, now: () => Date): Probe {
  return {
    name: 'approvals',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const metrics = await approvals.measure()
      const failing = {
        code: 'approvals.not-placed',
        message: `${countOf(metrics.failing, 'order', 'orders')} that everybody has agreed to could not be placed yet.`,
        since: secondsBefore(now(), metrics.oldestFailingSeconds),
        action:
          'Open /admin/orders: it says what each of them met. They are tried again by themselves.',
      }
      return { metrics, problems: metrics.failing > 0 ? [failing] : [] }
    },
  }
}
