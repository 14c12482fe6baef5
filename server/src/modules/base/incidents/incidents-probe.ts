import { type Probe, problemIf, secondsBefore } from '#platform/health'
import type { TransportReadiness } from './alerts/transports.ts'
import type { Incidents } from './service.ts'

/** How many seconds an alert may wait: by then a transport has failed it three times. */
const alertWaitsSecondsMax = 300

/** Reports firing incidents, and alerts about them that are not sent. */
export function incidentsProbe(
  incidents: Incidents,
  transports: TransportReadiness,
  now: () => Date,
): Probe {
  const since = (seconds: number) => secondsBefore(now(), seconds)
  return {
    name: 'incidentAlerts',
    surfaces: ['ops', 'detailed'],
    headline: 'pending',
    read: async () => {
      const [{ open, oldestFiringAgeSeconds }, alerts] = await Promise.all([
        incidents.metrics(),
        incidents.alertMetrics(),
      ])
      const total = open.critical + open.warning + open.info
      const { pending, oldestPendingAgeSeconds, permanentlyDropped, collapsed } = alerts
      const { deadLettered, oldestDeadLetterAgeSeconds } = alerts
      return {
        metrics: {
          ...prefixNames('open', open),
          oldestFiringAgeSeconds: oldestFiringAgeSeconds ?? 0,
          pending,
          oldestPendingAgeSeconds,
          permanentlyDropped,
          deadLettered,
          oldestDeadLetterAgeSeconds,
          collapsed,
          ...transports,
        },
        problems: [
          ...problemIf(total > 0, {
            code: 'incidents.firing',
            message: `${total} incidents are firing, ${open.critical} of them critical.`,
            since: since(oldestFiringAgeSeconds ?? 0),
            action: 'Open the list of incidents. The runbook of each key says how to resolve it.',
          }),
          ...problemIf(oldestPendingAgeSeconds > alertWaitsSecondsMax, {
            code: 'incidents.alerts-behind',
            message: `${pending} incident alerts wait; their transport does not accept them.`,
            since: since(oldestPendingAgeSeconds),
            action:
              'The list of alerts has the error of each. Check the address and the token of the transport. They are retried automatically.',
          }),
          ...problemIf(deadLettered > 0, {
            code: 'incidents.dead-letter',
            message: `${deadLettered} incident alerts were given up after their last attempt.`,
            since: since(oldestDeadLetterAgeSeconds),
            action:
              'Open the list of alerts for the error of each. Fix the transport, then replay them.',
          }),
        ],
      }
    },
  }
}

function prefixNames(prefix: string, counts: Readonly<Record<string, number>>) {
  const entries = Object.entries(counts)
  return Object.fromEntries(
    entries.map(([name, count]) => [`${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`, count]),
  )
}
