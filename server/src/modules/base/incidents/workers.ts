import { type Loop, runLoop, runSweeper } from '#platform/leases'
import type { Wake } from '#platform/wake'
import { alertTopic } from './alerts/alert.ts'
import { type AlertingDeps, alertSweepings, sendDue } from './alerts/alerting.ts'

/**
 * Sends alerts to operators. Each transport has its own loop: none waits for another. Any number of processes may run
 * them.
 */
export function incidentsWorkers(
  deps: AlertingDeps,
  { wake }: { readonly wake: Wake },
): readonly Loop[] {
  const { database, log, now, transports } = deps
  return [
    ...transports.map((transport) =>
      runLoop({
        name: `incidents.alert_${transport.name}`,
        wake,
        topics: [alertTopic],
        work: (signal) => sendDue(deps, transport, signal),
        log,
      }),
    ),
    runSweeper({ database, sweepings: alertSweepings(deps), now, log }),
  ]
}
