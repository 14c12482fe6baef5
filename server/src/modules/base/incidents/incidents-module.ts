import { platformSettings } from '#platform/deployment'
import { defineModule, type Runtime } from '#platform/module'
import { alertQueue } from './alerts/alert.ts'
import type { AlertingDeps } from './alerts/alerting.ts'
import { incidentsJobs, incidentsSchedules } from './alerts/every-minute.ts'
import { testTransports } from './alerts/test-transports.ts'
import { transportReadiness, transportsFrom } from './alerts/transports.ts'
import { incidentsProbe } from './incidents-probe.ts'
import { incidentsRoutes } from './routes.ts'
import { createIncidents } from './service.ts'
import { incidentsSettings } from './settings.ts'
import { incidentsWorkers } from './workers.ts'

export const incidentsModule = defineModule({
  name: 'incidents',
  settings: [incidentsSettings],
  schedules: incidentsSchedules,
  make: ({ settings, database, outbound, wake, now, log }: Runtime) => {
    const values = settings.of(incidentsSettings)
    const environment = settings.of(platformSettings).APP_ENV
    const transports = transportsFrom(values)
    const incidents = createIncidents({ database, now, transports })
    /** What sending alerts needs, with the settings of this deployment. */
    const alerting: AlertingDeps = { database, outbound, transports, environment, now, log }
    const { INCIDENT_HEARTBEAT_URL: heartbeatUrl } = values
    return {
      services: { incidents, alerting },
      routes: [
        incidentsRoutes(incidents, {
          database,
          testTransports: (actor) => testTransports(alerting, actor),
        }),
      ],
      jobs: incidentsJobs({ database, outbound, environment, now, log, incidents, heartbeatUrl }),
      startWorkers: () => incidentsWorkers(alerting, { wake }),
      poisonQueues: [{ queue: alertQueue('primary'), resets: ['finished_at', 'last_error'] }],
      probes: () => [incidentsProbe(incidents, transportReadiness(values), now)],
    }
  },
})
