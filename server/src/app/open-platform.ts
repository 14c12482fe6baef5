import assert from 'node:assert/strict'
import type { Clock } from '#kernel/time'
import { identitySettings } from '#modules/identity'
import {
  type Cache,
  createAbsentCache,
  createMemoryCache,
  createRedisCache,
  openCounters,
} from '#platform/cache'
import { createCompute } from '#platform/compute'
import { isDeployed } from '#platform/config'
import { openDatabase } from '#platform/db'
import { platformSettings } from '#platform/deployment'
import {
  aloneLimiterStore,
  type LimiterStore,
  memoryLimiterStore,
  redisLimiterStore,
} from '#platform/http'
import type { Runtime } from '#platform/module'
import { createOutbound } from '#platform/net'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { createGauges, createTallies } from '#platform/tallies'
import { createWake } from '#platform/wake'
import type { AppOptions } from './app-options.ts'

/** The services that the process gives to every module, and how to close them. */
export type Platform = Runtime & { close(): Promise<void> }

export function openPlatform({
  settings,
  log,
  metrics,
  now,
  strict,
  version,
}: AppOptions): Platform {
  const values = settings.of(platformSettings)
  const { JWT_REFRESH_SECRET: refreshSecret } = settings.of(identitySettings)
  const { DOCUMENT_DB_URL: url, CACHE_URL: cacheUrl, DATA_ENCRYPTION_KEYS: keys } = values
  assert(url && refreshSecret, 'composed without its required settings')

  const database = openDatabase({
    url,
    poolMax: values.DB_POOL_MAX,
    statementTimeoutMs: values.DB_STATEMENT_TIMEOUT_MS,
    guardTenancy: strict ?? false,
    onPoolError: (error) => log.warn({ err: error }, 'A database connection was lost.'),
  })
  const cache = openCache(cacheUrl, now)
  const wake = createWake(cache)
  const limits = openLimiterStore(cacheUrl)
  const sealKeys = sealKeysFrom({
    ...(keys ? { dataEncryptionKeys: keys } : {}),
    fallbackSecret: refreshSecret,
  })
  const outbound = createOutbound({
    allowPrivate: !isDeployed(values.APP_ENV),
    ownHosts: ownHostsOf(values),
    userAgent: `Purveyor/${version}`,
    // Each call sets its own total timeout. The headers may take all of it.
    headersTimeoutMs: 30_000,
  })
  const compute = createCompute({ log, metrics })
  const tallies = createTallies({ database, now, log })
  const gauges = createGauges({ database, now, log })
  return {
    settings,
    log,
    metrics,
    now,
    version,
    database,
    cache,
    wake,
    seal: createSeal(sealKeys),
    sealKeys,
    outbound,
    compute,
    limiterStore: limits.store,
    tallies,
    gauges,
    close: async () => {
      await Promise.all([tallies.close(), gauges.close()])
      wake.close()
      limits.close()
      await Promise.all([compute.close(), outbound.close(), cache.close(), database.close()])
    },
  }
}

function openCache(url: string | undefined, now: Clock): Cache {
  if (url === undefined) return createAbsentCache()
  return url === 'memory:' ? createMemoryCache(now) : createRedisCache(url)
}

/** Counters that all processes share through Redis. Without Redis each process counts by itself. */
export function openLimiterStore(cacheUrl: string | undefined): {
  store: LimiterStore
  close(): void
} {
  if (cacheUrl === undefined) return { store: aloneLimiterStore, close: () => undefined }
  if (cacheUrl === 'memory:') return { store: memoryLimiterStore, close: () => undefined }
  const counters = openCounters(cacheUrl)
  return { store: redisLimiterStore(counters.client), close: counters.close }
}

/**
 * An address from a user must not lead back to this service, which might trust its own call. On a local start it may, because
 * everything runs on one host.
 */
function ownHostsOf(values: {
  readonly APP_ENV: Parameters<typeof isDeployed>[0]
  readonly BASE_URL?: string
  readonly AUTH_URL?: string
  readonly API_BASE_URL?: string
}): string[] {
  if (!isDeployed(values.APP_ENV)) return []
  return [values.BASE_URL, values.AUTH_URL, values.API_BASE_URL]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
}
