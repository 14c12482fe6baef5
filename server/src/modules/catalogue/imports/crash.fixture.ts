// A process that works on imports and dies at a given point, as in a power cut. crash.test.ts runs it.
import { after } from '#kernel/time'
import { createMemoryCache } from '#platform/cache'
import { readSettings } from '#platform/config'
import { openDatabase } from '#platform/db'
import { armCrashPoint } from '#platform/faults'
import { createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { anIdentity } from '#testing/identity-service'
import { createCatalogImports } from './service.ts'
import { catalogSettings } from './settings.ts'

export type Doomed = {
  readonly databaseUrl: string
  readonly point: string
  readonly hit: number
  /** How far the clock of the test is ahead. */
  readonly aheadMs: number
}

const { databaseUrl, point, hit, aheadMs } = JSON.parse(process.argv[2] ?? '') as Doomed
const now = () => after(new Date(), aheadMs)
const database = openDatabase({ url: databaseUrl, poolMax: 10, statementTimeoutMs: 10_000 })
const imports = createCatalogImports({
  database,
  now,
  metrics: createMetrics(),
  wake: createWake(createMemoryCache(now)),
  settings: readSettings([catalogSettings as never], {}).of(catalogSettings),
  findCompany: anIdentity({ database, now }).findCompany,
})
armCrashPoint(point, hit)
await imports.work({ info: () => undefined, warn: () => undefined, error: console.error })
throw new Error(`${point} was never reached`)
