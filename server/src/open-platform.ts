import assert from 'node:assert/strict'
import type { Clock } from '#kernel/time'
import { identitySettings } from '#modules/identity'
import { type Cache, createAbsentCache, createMemoryCache, createRedisCache } from '#platform/cache'
import { type Compute, createCompute } from '#platform/compute'
import { isDeployed } from '#platform/config'
import { type Database, openDatabase } from '#platform/db'
import type { LimiterStore } from '#platform/http'
import { createOutbound, type Outbound } from '#platform/net'
import { createSeal, type Seal, type SealKeys, sealKeysFrom } from '#platform/seal'
import { createWake, type Wake } from '#platform/wake'
import type { AppOptions } from './app.ts'
import { openLimiterStore } from './app-http.ts'
import { platformSettings } from './settings.ts'

/** The machinery that every module stands on. */
export type Platform = {
  readonly database: Database
  readonly cache: Cache
  readonly wake: Wake
  readonly seal: Seal
  /** What the seal is made of: other secrets are derived from it. */
  readonly sealKeys: SealKeys
  readonly outbound: Outbound
  readonly compute: Compute
  readonly limiterStore: LimiterStore
  close(): Promise<void>
}

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
    // Each call says how long it waits in all: the headers may take all of it.
    headersTimeoutMs: 30_000,
  })
  const compute = createCompute({ log, metrics })
  return {
    database,
    cache,
    wake,
    seal: createSeal(sealKeys),
    sealKeys,
    outbound,
    compute,
    limiterStore: limits.store,
    close: async () => {
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

/** A user's address must not lead back to us, where a call of ours might be believed. Locally it may: all is one host. */
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
