import type { Clock } from '#kernel/time'
import type { Cache } from '#platform/cache'
import type { Compute } from '#platform/compute'
import type { SettingsReading } from '#platform/config'
import type { Database } from '#platform/db'
import type { LimiterStore } from '#platform/http'
import type { Outbound } from '#platform/net'
import type { Seal, SealKeys } from '#platform/seal'
import type { Gauges, Tallies } from '#platform/tallies'
import type { Log, Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'

/** The parts that a process gives to every module. */
export type Runtime = {
  readonly settings: SettingsReading
  readonly log: Log
  readonly metrics: Metrics
  readonly now: Clock
  readonly version: string
  readonly database: Database
  readonly cache: Cache
  readonly wake: Wake
  readonly seal: Seal
  /** The seal and other secrets are derived from these. */
  readonly sealKeys: SealKeys
  readonly outbound: Outbound
  readonly compute: Compute
  readonly limiterStore: LimiterStore
  /** Counts of the last 24 hours, for the health surfaces. */
  readonly tallies: Tallies
  /** What all processes have right now, for the health surfaces. */
  readonly gauges: Gauges
}
