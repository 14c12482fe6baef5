import type { Identity } from '#modules/identity'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { importErrorList } from './import-error-list.ts'
import { importList } from './import-list.ts'
import { importsQueue } from './import-store.ts'
import { importsProbe } from './imports-probe.ts'
import { importSchedules } from './jobs.ts'
import { catalogImportsRoutes } from './routes.ts'
import { createCatalogImports, suppliersOf } from './service.ts'
import { catalogSettings } from './settings.ts'

type Needs = Runtime & { readonly identity: Identity }

/** Imports and exports the catalogue files of suppliers. */
export const importsModule = defineModule({
  name: 'imports',
  records: { imp: 'imports.imports' },
  settings: [catalogSettings],
  schedules: importSchedules,
  make: ({ settings, database, wake, metrics, now, log, identity }: Needs) => {
    const catalogImports = createCatalogImports({
      database,
      now,
      metrics,
      wake,
      settings: settings.of(catalogSettings),
      findCompany: identity.findCompany,
    })
    return {
      services: { catalogImports },
      routes: [
        catalogImportsRoutes(catalogImports),
        listRoutes(
          database,
          importList(suppliersOf({ database, findCompany: identity.findCompany })),
          importErrorList(catalogImports),
        ),
      ],
      jobs: catalogImports.jobs,
      startWorkers: () => catalogImports.startWorkers(log),
      sweepings: catalogImports.sweepings,
      poisonQueues: [
        {
          queue: importsQueue,
          resets: ['failure_code', 'failure', 'ended_at'],
          oneAtATime: 'imports_one_at_a_time',
        },
      ],
      probes: () => [importsProbe(catalogImports, now)],
    }
  },
})
