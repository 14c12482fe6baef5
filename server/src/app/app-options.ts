import type { Clock } from '#kernel/time'
import type { SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import type { Log, Metrics } from '#platform/telemetry'

export type Role = 'api' | 'worker' | 'admin' | 'agent' | 'imaging'

export type AppOptions = {
  readonly settings: SettingsReading
  readonly log: Log
  readonly metrics: Metrics
  readonly now: Clock
  readonly version: string
  /** For tests: an answer that does not fit its schema becomes a 500, and a query without its company throws. */
  readonly strict?: boolean
  /** The folder of the built pages of companies. Default: where `npm run build -w web` writes them. */
  readonly companyPages?: string | undefined
}

export function rolesOf(settings: SettingsReading): ReadonlySet<Role> {
  return new Set(settings.of(platformSettings).PURVEYOR_ROLES.split(',') as Role[])
}
