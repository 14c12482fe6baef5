import type { Probe, Problem } from '#platform/health'
import type { CatalogImports } from './service.ts'

/** Reports the state of imports on the whole platform. */
export function importsProbe(catalogImports: CatalogImports, now: () => Date): Probe {
  return {
    name: 'catalog',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const { waiting, running, failed, stuck, oldestWaitingAt } = await catalogImports.reading()
      const problems: Problem[] = []
      if (stuck > 0) {
        problems.push({
          code: 'catalog.imports-stuck',
          message: `${stuck} imports of catalogue files have waited for half an hour, or lost their worker repeatedly.`,
          since: (oldestWaitingAt ?? now()).toISOString(),
          action:
            'Check that a process with the role worker runs. GET /api/v1/catalog/imports lists the imports; the log of the worker has the last error of each.',
        })
      }
      return {
        metrics: {
          importsWaiting: waiting,
          importsRunning: running,
          importsFailedLastDay: failed,
        },
        problems,
      }
    },
  }
}
