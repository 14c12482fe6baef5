import { checkoutWorkers } from '#modules/checkout'
import { incidentsWorkers } from '#modules/incidents'
import { type PoisonRecords, watchPoison, watchVacuum } from '#modules/ops'
import { ordersWorkers } from '#modules/orders'
import { paymentsWorkers } from '#modules/payments'
import { runAuditLinker } from '#platform/audit'
import { createJobs, type JobHandler, type JobWatch } from '#platform/jobs'
import { keepProcess, noteStopping, runSweeper } from '#platform/leases'
import type { createDispatcher } from '#platform/outbox'
import { alertingOf } from './alerting-of.ts'
import type { AppOptions } from './app.ts'
import { backgroundSchedules } from './background.ts'
import type { Modules } from './create-modules.ts'
import type { Platform } from './open-platform.ts'
import { inPlaceQueues } from './poison-queues.ts'
import { type SurfaceWatch, watchSurfaces } from './watch-surfaces.ts'

/** Somebody waits for a checkout and for a search: their leases are short, and so is the wait for the sweep. */
const inPlaceSweepMs = 2_500

export type Background = {
  readonly dispatcher: ReturnType<typeof createDispatcher>
  readonly handlers: readonly JobHandler[]
  readonly jobWatch: JobWatch
  readonly poison: PoisonRecords
  readonly surfaces: SurfaceWatch
}

/** Everything that works in the background of this process. What it returns ends it. */
export function startWorkers(
  options: AppOptions,
  platform: Platform,
  modules: Modules,
  { dispatcher, handlers, jobWatch, poison, surfaces }: Background,
): () => Promise<void> {
  const { now, log } = options
  const { database, wake } = platform
  const jobs = createJobs({
    database,
    handlers,
    watch: jobWatch,
    schedules: backgroundSchedules,
    wake,
    now,
    log,
  })
  // First: what this process holds when it dies is known to be its own.
  const keeping = keepProcess({ conn: database.pool, now, log })
  dispatcher.start()
  jobs.start()
  modules.fx.requestFetch().catch((error: unknown) => {
    log.warn({ err: error }, 'Exchange rates were not asked for.')
  })
  const loops = [
    ...checkoutWorkers(modules.checkoutDeps, { wake, log }),
    ...paymentsWorkers(modules.payments, { log }),
    ...ordersWorkers(modules.fulfilment, { wake, log }),
    ...incidentsWorkers(alertingOf(options, platform), { wake }),
    ...modules.catalogImports.startWorkers(log),
    runSweeper({
      database,
      sweepings: [...jobs.sweepings, ...modules.catalogImports.sweepings],
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
    watchPoison({ database, poison, incidents: modules.incidents, now, log }),
    runAuditLinker({ database, wake, log }),
    watchSurfaces(surfaces),
    watchVacuum({ database, incidents: modules.incidents, now, log }),
  ]
  const deliveries = modules.webhooks.startWorker()
  const searching = modules.searches.startWorker()
  const automating = modules.automations.startWorker()
  return async () => {
    // A process that is killed because its work does not end in time has not died of that work.
    await noteStopping(database.pool, now()).catch((err: unknown) => {
      log.warn({ err }, 'It was not written down that this process stops.')
    })
    await dispatcher.stop()
    await Promise.all([
      jobs.stop(),
      deliveries.stop(),
      searching.stop(),
      automating.stop(),
      ...loops.map((loop) => loop.stop()),
    ])
    await keeping.stop()
  }
}
