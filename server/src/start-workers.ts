import { checkoutWorkers } from '#modules/checkout'
import { incidentsWorkers } from '#modules/incidents'
import { ordersWorkers } from '#modules/orders'
import { paymentsWorkers } from '#modules/payments'
import { runAuditLinker } from '#platform/audit'
import { createJobs, type JobHandler, type JobWatch } from '#platform/jobs'
import { runSweeper } from '#platform/leases'
import type { createDispatcher } from '#platform/outbox'
import { alertingOf } from './alerting-of.ts'
import type { AppOptions } from './app.ts'
import { backgroundSchedules } from './background.ts'
import type { Modules } from './create-modules.ts'
import type { Platform } from './open-platform.ts'
import { watchVacuum } from './vacuum-probe.ts'
import { type SurfaceWatch, watchSurfaces } from './watch-surfaces.ts'

export type Background = {
  readonly dispatcher: ReturnType<typeof createDispatcher>
  readonly handlers: readonly JobHandler[]
  readonly jobWatch: JobWatch
  readonly surfaces: SurfaceWatch
}

/** Everything that works in the background of this process. What it returns ends it. */
export function startWorkers(
  options: AppOptions,
  platform: Platform,
  modules: Modules,
  { dispatcher, handlers, jobWatch, surfaces }: Background,
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
    runAuditLinker({ database, wake, log }),
    watchSurfaces(surfaces),
    watchVacuum({ database, incidents: modules.incidents, now, log }),
  ]
  const deliveries = modules.webhooks.startWorker()
  const searching = modules.searches.startWorker()
  const automating = modules.automations.startWorker()
  return async () => {
    await dispatcher.stop()
    await Promise.all([
      jobs.stop(),
      deliveries.stop(),
      searching.stop(),
      automating.stop(),
      ...loops.map((loop) => loop.stop()),
    ])
  }
}
