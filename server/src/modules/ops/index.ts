export { type DependencyCheck, watchDependencies } from './dependencies.ts'
export type { HealthDeps } from './health.ts'
export { healthRoutes } from './routes.ts'
export type { Probe, Problem, SectionReading } from './section.ts'
