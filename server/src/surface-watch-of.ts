import { type HealthDeps, surfaceOf } from '#modules/ops'
import type { AppOptions } from './app.ts'
import type { Modules } from './create-modules.ts'
import type { Platform } from './open-platform.ts'
import { platformSettings } from './settings.ts'
import { readOver, type SurfaceWatch } from './watch-surfaces.ts'

/**
 * Beside the API a worker looks at what its own process would answer; apart from it at the API's answer, by the way that
 * operators see it, where it knows the address and the token.
 */
export function surfaceWatchOf(
  { settings, now, log }: AppOptions,
  { database, outbound }: Platform,
  { incidents }: Modules,
  health: HealthDeps,
): SurfaceWatch {
  const values = settings.of(platformSettings)
  const { PURVEYOR_ROLES: roles, HEALTH_TOKEN: token } = values
  const apiBaseUrl = values.API_BASE_URL ?? values.BASE_URL
  const isApart = !roles.split(',').includes('api')
  return {
    database,
    incidents,
    read:
      isApart && token && apiBaseUrl
        ? readOver(outbound, apiBaseUrl, token)
        : (name) => surfaceOf(health, name),
    expected: (name) =>
      health.probes.filter(({ surfaces }) => surfaces.includes(name)).map((probe) => probe.name),
    now,
    log,
  }
}
