import {
  readOver,
  type SurfaceWatch,
  samplingSections,
  surfaceOf,
  watchPoison,
  watchSurfaces,
  watchVacuum,
} from '#modules/ops'
import { platformSettings } from '#platform/deployment'
import { createJobs } from '#platform/jobs'
import { runSweeper } from '#platform/leases'
import type { AppParts } from './app.ts'
import type { AppOptions } from './app-options.ts'
import { inPlaceQueues, schedules } from './modules.ts'
import type { Operations } from './operations.ts'

/** Somebody waits for a checkout and for a search. Their leases are short, and so is the wait for the sweep. */
const inPlaceSweepMs = 2_500

/** Starts all background work of this process. Returns a function that stops it. */
export function startWorkers(
  options: AppOptions,
  parts: AppParts,
  operations: Operations,
): () => Promise<void> {
  const { now, log } = options
  const { database, wake } = parts.platform
  const { dispatcher, handlers, jobWatch: watch } = operations
  const jobs = createJobs({ database, handlers, watch, schedules, wake, now, log })
  dispatcher.start()
  jobs.start()
  const workers = [
    ...parts.made.flatMap((module) => module.startWorkers?.() ?? []),
    ...watchers(options, parts, operations),
    runSweeper({
      database,
      sweepings: [...jobs.sweepings, ...parts.made.flatMap((module) => module.sweepings ?? [])],
      now,
      log,
    }),
    runSweeper({
      database,
      sweepings: inPlaceQueues.map((queue) => ({ queue })),
      now,
      log,
      everyMs: inPlaceSweepMs,
    }),
  ]
  return async () => {
    await dispatcher.stop()
    await Promise.all([jobs.stop(), ...workers.map((worker) => worker.stop())])
  }
}

/** These workers report to operators what nobody else would notice. */
function watchers(options: AppOptions, parts: AppParts, { poison, health }: Operations) {
  const { now, log } = options
  const { database, outbound } = parts.platform
  const { incidents } = parts.modules
  const read = readSurfaceOver(options, outbound) ?? ((name) => surfaceOf(health, name))
  const surfaceWatch: SurfaceWatch = {
    database,
    incidents,
    read: samplingSections({ database, probes: health.probes, now, log }, read),
    expected: (name) =>
      health.probes.filter(({ surfaces }) => surfaces.includes(name)).map((probe) => probe.name),
    now,
    log,
  }
  return [
    watchPoison({ database, poison, incidents, now, log }),
    watchSurfaces(surfaceWatch),
    watchVacuum({ database, incidents, now, log }),
  ]
}

/**
 * Beside the API, a worker reads the health answer of its own process. Apart from it, it reads the API's answer as operators do,
 * if it knows the address and the token.
 */
function readSurfaceOver(
  { settings }: AppOptions,
  outbound: AppParts['platform']['outbound'],
): SurfaceWatch['read'] | undefined {
  const values = settings.of(platformSettings)
  const { PURVEYOR_ROLES: roles, HEALTH_TOKEN: token } = values
  const apiBaseUrl = values.API_BASE_URL ?? values.BASE_URL
  const isApart = !roles.split(',').includes('api')
  return isApart && token && apiBaseUrl ? readOver(outbound, apiBaseUrl, token) : undefined
}
