export {
  type Dependencies,
  type DependencyCheck,
  type DependencyReading,
  watchDependencies,
} from './dependencies.ts'
export { tellFailingJobs } from './failing-jobs.ts'
export type { HealthDeps } from './health.ts'
export { jobRoutes } from './job-routes.ts'
export { type Judgement, judgeSurface, type SurfaceName, surfaceNames } from './judge-surface.ts'
export { metricsRoutes } from './metrics-routes.ts'
export { poisonLooker, poisonProbe, watchPoison } from './poison-probe.ts'
export {
  createPoisonRecords,
  type PoisonQueue,
  type PoisonRecords,
} from './poison-records.ts'
export { poisonRoutes } from './poison-routes.ts'
export { healthRoutes, surfaceOf } from './routes.ts'
export { exposeSections } from './section-metrics.ts'
export { setAsideRoutes } from './set-aside-routes.ts'
export { tellSetAside } from './tell-set-aside.ts'
export { vacuumProbe, watchVacuum } from './vacuum-probe.ts'
