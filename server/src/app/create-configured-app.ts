import { createHmac } from 'node:crypto'
import type { Failure } from '#kernel/failure'
import { assertPracticeHere } from '#modules/cart'
import { identitySettings } from '#modules/identity'
import { raiseMissingConfiguration, resolveMissingConfiguration } from '#modules/incidents'
import { exposeSections, type Watch, watchAndReport } from '#modules/ops'
import { webhookDocuments } from '#modules/webhooks'
import { createAuditDenials } from '#platform/audit'
import { isDeployed } from '#platform/config'
import { type Database, exposePool, migratePatiently, readMigrations } from '#platform/db'
import { platformSettings, publicUrlOf } from '#platform/deployment'
import { buildHttp, failPlatform, type Http, type Routes } from '#platform/http'
import { keepProcess, type Loop, noteStopping } from '#platform/leases'
import { keepPartitions } from '#platform/partitions'
import { attachWake } from '#platform/wake'
import { accountRoutes } from '../account/index.ts'
import { adminRoutes, forwardInto, forwardOver } from '../admin/index.ts'
import { docsRoutes } from '../docs/index.ts'
import type { App, AppParts } from './app.ts'
import { type AppOptions, type Role, rolesOf } from './app-options.ts'
import { adminOptions } from './create-admin-app.ts'
import { httpOptions, register } from './http-options.ts'
import { makeModules, partitionedTables } from './modules.ts'
import { openPlatform } from './open-platform.ts'
import { createOperations, type Operations } from './operations.ts'
import { startWorkers } from './start-workers.ts'

/** A process with all required settings. It makes every part, in the order in which the parts need each other. */
export function createConfiguredApp(options: AppOptions): App {
  const { now, log, metrics } = options
  const roles = rolesOf(options.settings)
  const platform = openPlatform(options)
  const { services: modules, made } = makeModules(platform)
  const parts: AppParts = { platform, modules, made }
  const { database, wake } = platform
  const denials = createAuditDenials({ database, now, log, metrics })
  let gate: Failure | undefined = failPlatform('dependency_down', { waitingFor: 'database' })
  const cannotServe = () => (gate ? 'The database has not been reached yet.' : undefined)
  const operations = createOperations(options, parts, cannotServe)
  const http = buildHttp({
    ...httpOptions(options),
    webhooks: webhookDocuments(modules.webhooks.kinds),
    authenticate: (headers, caller) => modules.identity.authenticate(headers, caller),
    stillStands: (holder) => modules.identity.stillStands(holder),
    onDenied: denials.note,
    requireCompany: async (companyId) => {
      await modules.identity.members.getCompany(companyId)
    },
    supportedLocales: modules.supportedLocales.current,
    database,
    seal: platform.seal,
    limiterStore: platform.limiterStore,
    gate: () => gate,
  })
  // These come first: a scrape reads in this order, and the sections themselves wait for connections.
  exposePool(metrics, database)
  // Where several processes serve, one that only serves need not read from the database what a worker reads.
  if (roles.has('worker')) exposeSections(metrics, operations.health)
  http.addHook('preValidation', assertPracticeHere)
  register(http, routesOf(options, parts, operations, http))

  const stopping = new AbortController()
  let stopWorkers: () => Promise<void> = async () => undefined
  let keeping: Loop | undefined
  let watch: Watch | undefined
  const detachWake = attachWake(wake)
  return {
    http,
    parts,
    start: async () => {
      if (roles.has('worker')) {
        watch = await watchFrom(options, parts, operations, () => gate === undefined)
      }
      await migratePatiently(database, await readMigrations(), { log, signal: stopping.signal })
      if (stopping.signal.aborted) return
      // The schedule may not have run for days.
      await keepPartitions({ database, log }, partitionedTables(options.settings), now())
      await logConfiguration(options, parts, operations, watch)
      // This comes first, so that the records that this process holds when it dies are known to be its own.
      keeping = keepProcess({ conn: database.pool, now, log })
      gate = undefined
      if (roles.has('worker')) stopWorkers = startWorkers(options, parts, operations)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([keeping && noteStop(options, database), http.close()])
      await denials.close()
      await Promise.all([stopWorkers(), watch?.stop()])
      await keeping?.stop()
      await Promise.all(parts.made.map((module) => module.close?.()))
      detachWake()
      await platform.close()
    },
  }
}

/** A process that is killed because its work does not end in time did not die of that work. */
async function noteStop({ now, log }: AppOptions, { pool }: Database): Promise<void> {
  await noteStopping(pool, now()).catch((err: unknown) => {
    log.warn({ err }, 'The stop of this process could not be recorded.')
  })
}

/** The routes that this process serves, by its roles. */
function routesOf(
  options: AppOptions,
  parts: AppParts,
  { ownRoutes, routes }: Operations,
  http: Http,
): Routes[] {
  const roles = rolesOf(options.settings)
  const ofModules = parts.made.flatMap((module) => module.routes ?? [])
  return [
    ...ownRoutes,
    docsRoutes(),
    ...(roles.has('api') ? [...ofModules, ...routes, accountPages(options, parts, http)] : []),
    ...(roles.has('admin') ? [adminPages(options, parts, http, roles)] : []),
  ]
}

/** The pages of companies. They call the API inside the process. */
function accountPages(
  { settings, now, companyPages }: AppOptions,
  { platform: { cache, seal }, modules: { identity } }: AppParts,
  http: Http,
): Routes {
  const { APP_ENV } = settings.of(platformSettings)
  const { origin, protocol } = new URL(publicUrlOf(settings))
  const { JWT_REFRESH_SECRET: secret = '' } = settings.of(identitySettings)
  return accountRoutes({
    forward: forwardInto(http),
    cache,
    seal,
    now,
    isSecure: isDeployed(APP_ENV) || protocol === 'https:',
    publicOrigins: [origin],
    passkeySite: identity.passkeySite,
    formKey: createHmac('sha256', secret).update('purveyor/account-forms').digest(),
    operatorPages: rolesOf(settings).has('admin') ? '/admin' : undefined,
    webFolder: companyPages,
  })
}

/** Beside the API, the pages call the API inside the process. Apart from it, they call it over the network. */
function adminPages(
  options: AppOptions,
  { platform: { cache, seal, outbound } }: AppParts,
  http: Http,
  roles: ReadonlySet<Role>,
): Routes {
  const { API_BASE_URL, BASE_URL } = options.settings.of(platformSettings)
  const apiBaseUrl = API_BASE_URL ?? BASE_URL
  const forward =
    roles.has('api') || !apiBaseUrl ? forwardInto(http) : forwardOver(outbound, apiBaseUrl)
  return adminRoutes({ ...adminOptions(options), forward, cache, seal })
}

function watchFrom(
  { settings }: AppOptions,
  { modules: { alerting, incidents } }: AppParts,
  { health: { dependencies } }: Operations,
  isOpen: () => boolean,
): Promise<Watch> {
  const { PURVEYOR_DATA_DIR: dataDir } = settings.of(platformSettings)
  return watchAndReport({ ...alerting, incidents, dependencies, isOpen, dataDir })
}

/** A deployed process raises or resolves the incident of missing settings as soon as it has its database. */
async function logConfiguration(
  options: AppOptions,
  { platform: { database }, modules: { incidents } }: AppParts,
  { health: { readiness } }: Operations,
  watch: Watch | undefined,
): Promise<void> {
  if (!isDeployed(options.settings.of(platformSettings).APP_ENV)) return
  // A process without a database may have reported an incident. That incident is resolved too, once it is stored.
  await watch?.drain()
  const { missing } = readiness
  if (missing.length === 0) await resolveMissingConfiguration(database, incidents, options.now())
  else await raiseMissingConfiguration(options, { database, incidents }, missing)
}
