import type { Principal } from '#kernel/actor'
import { untestedTransports } from '#modules/incidents'
import {
  createPoisonRecords,
  type HealthDeps,
  healthRoutes,
  jobRoutes,
  metricsRoutes,
  type PoisonRecords,
  poisonProbe,
  poisonRoutes,
  recordRoutes,
  type Sections,
  seriesRoutes,
  setAsideRoutes,
  vacuumProbe,
  watchDependencies,
  watchFailingJobs,
  watchSetAsideEvents,
} from '#modules/ops'
import { recordAudit } from '#platform/audit'
import { configReadiness } from '#platform/config'
import { slownessOf } from '#platform/db'
import { platformSettings } from '#platform/deployment'
import { createSectionReader, joinProbes } from '#platform/health'
import type { Routes } from '#platform/http'
import {
  createGivenUpJobs,
  type GivenUpJobs,
  type JobHandler,
  type JobWatch,
  jobsProbe,
  jobsQueue,
} from '#platform/jobs'
import type { PoisonQueue } from '#platform/leases'
import { createDispatcher, createSetAsideEvents, type Dispatcher } from '#platform/outbox'
import type { AppParts } from './app.ts'
import type { AppOptions } from './app-options.ts'
import { inPlaceQueues } from './modules.ts'

/** The readers of the event log, the workers of jobs, and what operators see and do of both. */
export type Operations = {
  readonly dispatcher: Dispatcher
  readonly handlers: readonly JobHandler[]
  readonly jobWatch: JobWatch
  readonly poison: PoisonRecords
  readonly health: HealthDeps & Sections
  /** Routes of every process. */
  readonly ownRoutes: readonly Routes[]
  /** Routes for operators, beside the API. */
  readonly routes: readonly Routes[]
}

/** `cannotServe` returns why this process refuses requests, while it does. */
export function createOperations(
  options: AppOptions,
  parts: AppParts,
  cannotServe: () => string | undefined,
): Operations {
  const { now, log, metrics } = options
  const { modules, made } = parts
  const { database, wake } = parts.platform
  const { incidents } = modules
  const watch = watchSetAsideEvents({ incidents, metrics })
  const subscriptions = made.flatMap((module) => module.subscriptions ?? [])
  const dispatcher = createDispatcher({ database, subscriptions, wake, now, log, metrics, watch })
  const handlers = made.flatMap((module) => module.jobs ?? [])
  const jobWatch = watchFailingJobs({ incidents, metrics })
  const givenUp = createGivenUpJobs(
    jobWatch,
    handlers.map(({ job }) => job.name),
  )
  const poison = createPoisonRecords({ database, now, queues: poisonQueues(parts, givenUp, now) })
  const probes = [
    ...joinProbes(made.flatMap((module) => module.probes?.(dispatcher) ?? [])),
    jobsProbe({ database, givenUp, now }),
    poisonProbe({ poison }),
    vacuumProbe({ database, now }),
  ]
  const readSection = createSectionReader({ now, slowness: () => slownessOf(database.pool) })
  const health = { ...healthOf(options, parts), probes, readSection, cannotServe }
  return {
    dispatcher,
    handlers,
    jobWatch,
    poison,
    health,
    ownRoutes: [healthRoutes(health), metricsRoutes(metrics)],
    routes: [
      jobRoutes({ database, givenUp, now }),
      setAsideRoutes({ database, setAside: createSetAsideEvents(watch), now }),
      poisonRoutes({ database, poison }),
      seriesRoutes({ database, probes, now }),
      recordRoutes({
        database,
        tables: new Map(made.flatMap(({ records = {} }) => Object.entries(records))),
        namesOf: modules.companyNamesOf,
        named: new Map(made.flatMap(({ named = {} }) => Object.entries(named))),
        numbered: new Map(made.flatMap(({ numbered = {} }) => Object.entries(numbered))),
      }),
    ],
  }
}

/** Every queue, with what operators see of the records that have killed a process. */
export function poisonQueues(
  { platform: { database }, made }: AppParts,
  givenUp: GivenUpJobs,
  now: () => Date,
): readonly PoisonQueue[] {
  /** A retry or a discard may settle the last failed job of its kind, which resolves the incident. */
  const decide = (operator: Principal, id: string, act: GivenUpJobs['retry'], note?: string) =>
    database.transaction(async (tx) => {
      const at = now()
      const job = await act(tx, id, at)
      if (!job) return
      recordAudit(tx, {
        companyId: operator.companyId,
        actor: operator,
        action: note === undefined ? 'ops.job_retried' : 'ops.job_discarded',
        target: { type: 'job', id },
        outcome: 'done',
        details: { job: job.name, ...(note !== undefined && { note }) },
        now: at,
      })
    })
  return [
    {
      queue: jobsQueue,
      retry: (operator, id) => decide(operator, id, givenUp.retry),
      discard: (operator, id, note) => decide(operator, id, givenUp.discard, note),
    },
    ...made.flatMap((module) => module.poisonQueues ?? []),
    ...inPlaceQueues.map((queue) => ({ queue })),
  ]
}

function healthOf(
  { settings, now, version }: AppOptions,
  { platform: { database, cache }, modules }: AppParts,
): Omit<HealthDeps, 'probes' | 'cannotServe'> {
  const { APP_ENV, CACHE_URL } = settings.of(platformSettings)
  return {
    version,
    startedAt: now(),
    now,
    readiness: configReadiness(APP_ENV, settings.facts),
    promotionBlockers: () => untestedTransports(modules.alerting),
    dependencies: watchDependencies(
      [
        { name: 'database', ping: () => database.ping() },
        // A missing setting is no outage. The readiness check names it.
        ...(CACHE_URL ? [{ name: 'cache', ping: () => cache.ping() }] : []),
      ],
      now,
    ),
  }
}
