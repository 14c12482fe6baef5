export { createLog, type Log, type LogOptions, viewError } from './log.ts'
export { createMetrics, type Metrics, type MetricsOptions } from './metrics.ts'
export { scrub } from './scrub.ts'
