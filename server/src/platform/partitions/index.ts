export { daysAhead, type Kept, keepPartitions, measurePartitions } from './keep-partitions.ts'
export type { DayRange, Partitioned } from './partitioned.ts'
export { partitionsProbe } from './partitions-probe.ts'
