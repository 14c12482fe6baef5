export type { Incident, IncidentMetrics, Notified, Severity, Sighting } from './incident.ts'
export { type IncidentKey, incidentKeys, isIncidentKey } from './keys.ts'
export { incidentsRoutes } from './routes.ts'
export { createIncidents, type Incidents } from './service.ts'
