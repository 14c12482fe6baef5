import type { Conn } from '#platform/db'
import { type Probe, problemIf, secondsBefore } from '#platform/health'
import { measureWaiting, waitingSentence } from './waiting-store.ts'

type Parts = { readonly conn: Conn; readonly now: () => Date; readonly hoursMax: number }

/** Reports the offer requests that wait for operators and for suppliers. */
export function offersProbe({ conn, now, hoursMax }: Parts): Probe {
  return {
    name: 'offers',
    surfaces: ['detailed', 'ops'],
    headline: 'requestsForOperators',
    read: async () => {
      const at = now()
      const metrics = await measureWaiting(conn, at, hoursMax)
      return {
        metrics,
        problems: problemIf(metrics.requestsWaitingLong > 0, {
          code: 'offers.requests-waiting',
          message: waitingSentence(metrics, hoursMax),
          since: secondsBefore(at, metrics.oldestRequestSeconds),
          action: 'Answer the requests on /admin/offers, or remind the supplier.',
        }),
      }
    },
  }
}
