import { reportMissingConfiguration } from '#modules/incidents'
import { healthRoutes, watchDependencies } from '#modules/ops'
import { configReadiness, isDeployed } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { buildHttp, failPlatform } from '#platform/http'
import type { App } from './app.ts'
import { type AppOptions, rolesOf } from './app-options.ts'
import { createAdminApp } from './create-admin-app.ts'
import { createConfiguredApp } from './create-configured-app.ts'
import { httpOptions, register } from './http-options.ts'

/** The composition root: makes every part of a process for the roles that it has. */
export function createApp(options: AppOptions): App {
  const { settings, log } = options
  const roles = rolesOf(settings)
  if (roles.size === 1 && roles.has('admin')) return createAdminApp(options)
  const { APP_ENV } = settings.of(platformSettings)
  const { missing } = configReadiness(APP_ENV, settings.facts)
  if (!isDeployed(APP_ENV) || missing.length === 0) return createConfiguredApp(options)
  log.error({ missing }, `Required configuration is missing: ${missing.join(', ')}.`)
  const closes = missing.some((name) => nothingServesWithout.has(name))
  return closes ? createUnconfiguredApp(options) : createConfiguredApp(options)
}

/** Any other missing setting closes only the part that needs it, and that part reports it. */
const nothingServesWithout: ReadonlySet<string> = new Set([
  'DOCUMENT_DB_URL',
  'JWT_ACCESS_SECRET',
  'JWT_REFRESH_SECRET',
])

/** The process runs, reports what it lacks, and refuses everything else. A process with a missing setting must not look dead. */
function createUnconfiguredApp(options: AppOptions): App {
  const { now, version, settings } = options
  const readiness = configReadiness(settings.of(platformSettings).APP_ENV, settings.facts)
  const missing = failPlatform('configuration_missing')
  const http = buildHttp({
    ...httpOptions(options),
    authenticate: async () => undefined,
    gate: () => missing,
  })
  register(http, [
    healthRoutes({
      version,
      startedAt: now(),
      now,
      readiness,
      dependencies: watchDependencies([], now),
      probes: [],
      // Anybody can read this answer. Only operators see the names.
      cannotServe: () => 'Required configuration is missing.',
    }),
  ])
  let report: ReturnType<typeof reportMissingConfiguration> | undefined
  return {
    http,
    parts: undefined,
    start: async () => {
      report = reportMissingConfiguration(options, readiness.missing)
    },
    stop: async () => {
      await http.close()
      await report?.stop()
    },
  }
}
