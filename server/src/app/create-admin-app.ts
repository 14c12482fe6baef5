import { identitySettings } from '#modules/identity'
import { healthRoutes, metricsRoutes, watchDependencies } from '#modules/ops'
import { createMemoryCache, createRedisCache } from '#platform/cache'
import { isDeployed } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { buildHttp, failPlatform } from '#platform/http'
import { createOutbound } from '#platform/net'
import { createSeal } from '#platform/seal'
import { type AdminOptions, adminRoutes, forwardOver } from '../admin/index.ts'
import { docsRoutes } from '../docs/index.ts'
import { adminReadiness, adminSealKeys } from './admin-needs.ts'
import type { App } from './app.ts'
import type { AppOptions } from './app-options.ts'
import { httpOptions, register } from './http-options.ts'
import { openLimiterStore } from './open-platform.ts'

/** The admin runtime on its own: pages, a sealed session and a connection to the API. It has no database. */
export function createAdminApp(options: AppOptions): App {
  const { settings, now, version, log } = options
  const values = settings.of(platformSettings)
  const apiBaseUrl = values.API_BASE_URL ?? values.BASE_URL
  const readiness = adminReadiness(settings)
  const { missing } = readiness
  const gate = missing.length > 0 ? failPlatform('configuration_missing') : undefined
  if (gate) log.error({ missing }, `Required configuration is missing: ${missing.join(', ')}.`)

  const cacheUrl = values.CACHE_URL ?? 'memory:'
  const cache = cacheUrl === 'memory:' ? createMemoryCache(now) : createRedisCache(cacheUrl)
  const outbound = createOutbound({ allowPrivate: true, userAgent: `Purveyor/${version}` })
  const limits = openLimiterStore(cacheUrl)
  const http = buildHttp({
    ...httpOptions(options),
    limiterStore: limits.store,
    authenticate: async () => undefined,
    gate: () => gate,
  })
  const own = [
    docsRoutes(),
    metricsRoutes(options.metrics),
    healthRoutes({
      version,
      startedAt: now(),
      now,
      readiness,
      dependencies: watchDependencies([{ name: 'cache', ping: () => cache.ping() }], now),
      probes: [],
      cannotServe: () => (gate ? 'Required configuration is missing.' : undefined),
    }),
  ]
  const pages =
    apiBaseUrl === undefined || gate
      ? []
      : [
          adminRoutes({
            ...adminOptions(options),
            forward: forwardOver(outbound, apiBaseUrl),
            cache,
            seal: createSeal(adminSealKeys(settings)),
          }),
        ]
  register(http, [...own, ...pages])
  return {
    http,
    parts: undefined,
    start: async () => undefined,
    stop: async () => {
      await http.close()
      limits.close()
      await Promise.all([cache.close(), outbound.close()])
    },
  }
}

/** The options of the admin runtime, whether it runs alone or beside the API. */
export function adminOptions({
  settings,
  now,
}: AppOptions): Omit<AdminOptions, 'forward' | 'cache' | 'seal'> {
  const { JWT_ACCESS_SECRET, JWT_ACCESS_SECRET_PREVIOUS } = settings.of(identitySettings)
  const { APP_ENV, BASE_URL } = settings.of(platformSettings)
  return {
    now,
    accessSecret: JWT_ACCESS_SECRET,
    accessSecretPrevious: JWT_ACCESS_SECRET_PREVIOUS,
    isSecure: isDeployed(APP_ENV),
    publicOrigins: BASE_URL && URL.canParse(BASE_URL) ? [new URL(BASE_URL).origin] : [],
  }
}
