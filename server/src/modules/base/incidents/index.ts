export { incidentsJobs } from './alerts/every-minute.ts'
export { testTransports, untestedTransports } from './alerts/test-transports.ts'
export type { Severity } from './incident.ts'
export { incidentsModule } from './incidents-module.ts'
export { isIncidentKey } from './keys.ts'
export { type DirectTries, drainSpool, type RaisingDeps, raise } from './raise.ts'
export {
  raiseMissingConfiguration,
  reportMissingConfiguration,
  resolveMissingConfiguration,
} from './report-missing-configuration.ts'
export { incidentsRoutes } from './routes.ts'
export { createIncidents, type Incidents } from './service.ts'
export { openSpool, openSpoolIn, type Spool, type Spooled } from './spool.ts'
