import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { countOf, type Probe, secondsBefore } from '#platform/health'
import { measure } from './metrics-store.ts'

/** Reports how far frame contracts are called off, and contracts that have ended without a notice. */
export function frameContractsProbe({
  database,
  now,
}: {
  readonly database: Database
  readonly now: Clock
}): Probe {
  return {
    name: 'frameContracts',
    surfaces: ['ops', 'detailed'],
    headline: 'quotasUsedUp',
    read: async () => {
      const metrics = await measure(database.pool, now())
      const { frameContractNoticesLate: late, oldestFrameContractNoticeLateSeconds: seconds } =
        metrics
      const problem = {
        code: 'frame-contracts.notices-late',
        message: `${countOf(late, 'frame contract has', 'frame contracts have')} ended without a notice to its companies; the oldest ended ${Math.round(seconds)} s ago.`,
        since: secondsBefore(now(), seconds),
        action:
          'Check that a worker runs. GET /admin/jobs/given-up?job=quotas.tell_ending has the error.',
      }
      return { metrics, problems: late > 0 ? [problem] : [] }
    },
  }
}
