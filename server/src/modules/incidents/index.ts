export { type AlertMetrics, alertQueue, type Transport } from './alert.ts'
export type { AlertingDeps } from './alerting.ts'
export { incidentsJobs, incidentsSchedules } from './every-minute.ts'
export type { Incident, IncidentMetrics, Notified, Severity, Sighting } from './incident.ts'
export { incidentsProbe } from './incidents-probe.ts'
export { type IncidentKey, incidentKeys, isIncidentKey } from './keys.ts'
export {
  type DirectTries,
  drainSpool,
  type RaisingDeps,
  raise,
  type TellingDeps,
  tellSpooled,
} from './raise.ts'
export { incidentsRoutes } from './routes.ts'
export { createIncidents, type Incidents } from './service.ts'
export { incidentsSettings } from './settings.ts'
export { memorySpool, openSpool, openSpoolIn, type Spool, type Spooled } from './spool.ts'
export { testTransports, untestedTransports } from './test-transports.ts'
export { type TransportReadiness, transportReadiness, transportsFrom } from './transports.ts'
export { incidentsWorkers } from './workers.ts'
