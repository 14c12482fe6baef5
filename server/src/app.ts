import type { Failure } from '#kernel/failure'
import type { Clock } from '#kernel/time'
import { refusePracticeElsewhere } from '#modules/cart'
import { incidentsSettings, transportReadiness, untestedTransports } from '#modules/incidents'
import {
  createPoisonRecords,
  exposeSections,
  type HealthDeps,
  healthRoutes,
  jobRoutes,
  metricsRoutes,
  poisonRoutes,
  setAsideRoutes,
  tellFailingJobs,
  tellSetAside,
  watchDependencies,
} from '#modules/ops'
import { webhookDocuments } from '#modules/webhooks'
import { createAuditDenials } from '#platform/audit'
import { configReadiness, isDeployed, type SettingsReading } from '#platform/config'
import { exposePool, readMigrations } from '#platform/db'
import { buildHttp, failPlatform, type Http, type Routes } from '#platform/http'
import { createGivenUpJobs } from '#platform/jobs'
import { mailSettings } from '#platform/mail'
import { createDispatcher, createSetAsideEvents } from '#platform/outbox'
import { keepPartitions } from '#platform/partitions'
import type { Log, Metrics } from '#platform/telemetry'
import { attachWake } from '#platform/wake'
import { adminRoutes, forwardInto, forwardOver } from './admin/index.ts'
import { alertingOf } from './alerting-of.ts'
import { apiRoutes } from './api-routes.ts'
import { httpOptions, register } from './app-http.ts'
import { backgroundJobs } from './background.ts'
import { adminOptions, createAdminApp } from './create-admin-app.ts'
import { createModules, type Modules } from './create-modules.ts'
import { migratePatiently } from './migrate-patiently.ts'
import { openPlatform, type Platform } from './open-platform.ts'
import { partitionedTables } from './partitioned-tables.ts'
import { poisonQueues } from './poison-queues.ts'
import { probesOf } from './probes.ts'
import {
  raiseMissingConfiguration,
  reportMissingConfiguration,
  resolveMissingConfiguration,
} from './report-missing-configuration.ts'
import { platformSettings } from './settings.ts'
import { startWorkers } from './start-workers.ts'
import { surfaceWatchOf } from './surface-watch-of.ts'
import { type Watch, watchAndTell } from './watch-dependencies.ts'

export type Role = 'api' | 'worker' | 'admin'

export type AppOptions = {
  readonly settings: SettingsReading
  readonly log: Log
  readonly metrics: Metrics
  readonly now: Clock
  readonly version: string
  /** For tests: an answer that does not fit its schema becomes a 500, a query without its company throws. */
  readonly strict?: boolean
}

export type App = {
  readonly http: Http
  /** Undefined while this deployment lacks a required value: then there is nothing to compose. */
  readonly parts: { readonly platform: Platform; readonly modules: Modules } | undefined
  /** Migrates as soon as the database answers, opens the gate and starts the workers. */
  start(): Promise<void>
  /** Lets what is under way end, in the order in which one part needs another. */
  stop(): Promise<void>
}

/** The composition root: every part is made here, in the order in which they need each other. */
export function createApp(options: AppOptions): App {
  const roles = rolesOf(options)
  if (roles.size === 1 && roles.has('admin')) return createAdminApp(options)
  const platformValues = options.settings.of(platformSettings)
  const readiness = configReadiness(platformValues.APP_ENV, options.settings.facts)
  const closes = readiness.missing.some((name) => nothingServesWithout.has(name))
  const isClosed = isDeployed(platformValues.APP_ENV) && closes
  return isClosed ? createUnconfiguredApp(options) : createConfiguredApp(options)
}

/** What else is missing closes the part that needs it, and that part says so. */
const nothingServesWithout: ReadonlySet<string> = new Set([
  'DOCUMENT_DB_URL',
  'JWT_ACCESS_SECRET',
  'JWT_REFRESH_SECRET',
])

function createConfiguredApp(options: AppOptions): App {
  const { now, log, version, settings } = options
  const startedAt = now()
  const roles = rolesOf(options)
  const platform = openPlatform(options)
  const modules = createModules(options, platform)
  const { database, wake } = platform
  const denials = createAuditDenials({ database, now, log, metrics: options.metrics })
  let gate: Failure | undefined = failPlatform('dependency_down', { waitingFor: 'database' })

  const http = buildHttp({
    ...httpOptions(options),
    webhooks: webhookDocuments(modules.webhooks.kinds),
    authenticate: (headers, caller) => modules.identity.authenticate(headers, caller),
    stillStands: (holder) => modules.identity.stillStands(holder),
    onDenied: denials.note,
    database,
    seal: platform.seal,
    limiterStore: platform.limiterStore,
    gate: () => gate,
  })
  const setAsideWatch = tellSetAside({ incidents: modules.incidents, metrics: options.metrics })
  const dispatcher = createDispatcher({
    database,
    subscriptions: modules.subscriptions,
    wake,
    now,
    log,
    metrics: options.metrics,
    watch: setAsideWatch,
  })
  const { APP_ENV, CACHE_URL } = settings.of(platformSettings)
  const readiness = configReadiness(APP_ENV, settings.facts)
  const missing = isDeployed(APP_ENV) ? readiness.missing : []
  if (missing.length > 0) log.error({ missing }, sentenceOf(missing))
  const dependencies = watchDependencies(
    [
      { name: 'database', ping: () => database.ping() },
      // A missing value is no outage: readiness names it.
      ...(CACHE_URL ? [{ name: 'cache', ping: () => platform.cache.ping() }] : []),
    ],
    now,
  )
  const alerting = alertingOf(options, platform)
  const handlers = backgroundJobs(options, platform, modules)
  const jobWatch = tellFailingJobs({ incidents: modules.incidents, metrics: options.metrics })
  const kinds = handlers.map(({ job }) => job.name)
  const givenUp = createGivenUpJobs(jobWatch, kinds)
  const setAside = createSetAsideEvents(setAsideWatch)
  const { automations } = modules
  const poison = createPoisonRecords({
    database,
    now,
    queues: poisonQueues({ database, now, givenUp, automations }),
  })
  const health: HealthDeps = {
    version,
    startedAt,
    now,
    readiness,
    promotionBlockers: () => untestedTransports(alerting),
    dependencies,
    probes: probesOf(modules, {
      database,
      seal: platform.seal,
      now,
      dispatcher,
      givenUp,
      poison,
      canSend: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
      alertTransports: transportReadiness(settings.of(incidentsSettings)),
      partitioned: partitionedTables(settings),
    }),
    cannotServe: () => (gate ? 'The database has not been reached yet.' : undefined),
  }
  // First: a scrape reads in this order, and the sections themselves wait for connections.
  exposePool(options.metrics, database)
  // One of several processes that serve need not ask the database what a worker asks it.
  if (roles.has('worker')) exposeSections(options.metrics, health.probes, now)
  const own = [healthRoutes(health), metricsRoutes(options.metrics)]
  http.addHook('preValidation', refusePracticeElsewhere)
  register(http, [
    ...own,
    ...(roles.has('api') ? apiRoutes(options, modules, platform) : []),
    ...(roles.has('api')
      ? [
          jobRoutes({ database, givenUp, now }),
          setAsideRoutes({ database, setAside, now }),
          poisonRoutes({ poison }),
        ]
      : []),
    ...(roles.has('admin') ? [adminPages(options, platform, http, roles)] : []),
  ])

  const stopping = new AbortController()
  let stopWorkers: () => Promise<void> = async () => undefined
  let watch: Watch | undefined
  const detachWake = attachWake(wake)
  return {
    http,
    parts: { platform, modules },
    start: async () => {
      if (roles.has('worker')) {
        const { incidents } = modules
        const { PURVEYOR_DATA_DIR: dataDir } = settings.of(platformSettings)
        const isOpen = () => gate === undefined
        watch = await watchAndTell({ ...alerting, incidents, dependencies, isOpen, dataDir })
      }
      await migratePatiently(database, await readMigrations(), { log, signal: stopping.signal })
      if (stopping.signal.aborted) return
      // The schedule may not have run for days.
      await keepPartitions({ database, log }, partitionedTables(settings), now())
      if (isDeployed(APP_ENV)) {
        // What a process without a database has told of is over as well, once it is written down.
        await watch?.drain()
        const { incidents } = modules
        if (missing.length === 0) await resolveMissingConfiguration(database, incidents, now())
        else await raiseMissingConfiguration(options, { database, incidents }, missing)
      }
      gate = undefined
      if (roles.has('worker'))
        stopWorkers = startWorkers(options, platform, modules, {
          dispatcher,
          handlers,
          jobWatch,
          poison,
          surfaces: surfaceWatchOf(options, platform, modules, health),
        })
    },
    stop: async () => {
      stopping.abort()
      await http.close()
      await denials.close()
      await Promise.all([stopWorkers(), watch?.stop()])
      detachWake()
      await platform.close()
    },
  }
}

/** It is up, says what it lacks, and refuses all else: a missing value is no reason to look dead. */
function createUnconfiguredApp(options: AppOptions): App {
  const { now, log, version, settings } = options
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
      // Anybody reads that. The names are for operators.
      cannotServe: () => 'Required configuration is missing.',
    }),
  ])
  let report: ReturnType<typeof reportMissingConfiguration> | undefined
  log.error({ missing: readiness.missing }, sentenceOf(readiness.missing))
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

function sentenceOf(missing: readonly string[]): string {
  return `Required configuration is missing: ${missing.join(', ')}.`
}

/** Beside the API the pages use its own door; apart from it, the network. */
function adminPages(
  options: AppOptions,
  { cache, seal, outbound }: Platform,
  http: Http,
  roles: ReadonlySet<Role>,
): Routes {
  const { API_BASE_URL, BASE_URL } = options.settings.of(platformSettings)
  const apiBaseUrl = API_BASE_URL ?? BASE_URL
  const forward =
    roles.has('api') || !apiBaseUrl ? forwardInto(http) : forwardOver(outbound, apiBaseUrl)
  return adminRoutes({ ...adminOptions(options), forward, cache, seal })
}

function rolesOf({ settings }: AppOptions): ReadonlySet<Role> {
  return new Set(settings.of(platformSettings).PURVEYOR_ROLES.split(',') as Role[])
}
