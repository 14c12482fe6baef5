import type { Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import type { Tallies } from '#platform/tallies'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { ReferenceRates } from './fetching/ecb.ts'
import type { RateProvider } from './fetching/provider.ts'
import type { FxWindows } from './rate-set.ts'

export type FxDeps = {
  readonly database: Database
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  readonly wake: Pick<Wake, 'listen'>
  readonly metrics: Metrics
  readonly tallies: Pick<Tallies, 'add' | 'read'>
  readonly now: Clock
  readonly log: FxLog
  /** Undefined when no provider is configured. Then only stored rates are available. */
  readonly provider: RateProvider | undefined
  /** Undefined when no provider is configured. Then taxes are converted with stored rates. */
  readonly reference: ReferenceRates | undefined
  readonly windows: FxWindows
}

export type FxLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}
