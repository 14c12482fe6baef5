import type { Fx } from '#modules/fx'
import type { Identity } from '#modules/identity'
import { defineModule, type Runtime } from '#platform/module'
import { agreementsRoutes } from './agreements/routes.ts'
import { createAgreements } from './agreements/service.ts'
import { createTerms } from './agreements/terms.ts'
import { assortmentsRoutes } from './assortments/routes.ts'
import { createAssortments } from './assortments/service.ts'
import { catalogProbe } from './catalog-probe.ts'
import { changesJobs, changesSchedules } from './changes-jobs.ts'
import { catalogEvents } from './events.ts'
import { importsQueue } from './imports/import-store.ts'
import { importSchedules } from './imports/jobs.ts'
import { catalogImportsRoutes } from './imports/routes.ts'
import { createCatalogImports } from './imports/service.ts'
import { quotesRoutes } from './quotes-routes.ts'
import { createQuotes } from './request-quotes.ts'
import { productsRoutes } from './routes.ts'
import { searchesJobs, searchesSchedules } from './searches/jobs.ts'
import { searchesData } from './searches/keep-store.ts'
import { searchesRoutes } from './searches/routes.ts'
import { createSearches } from './searches/service.ts'
import { searchesSettings } from './searches/settings.ts'
import { searchQueue } from './searches/worker.ts'
import { createCatalog } from './service.ts'
import { catalogSettings } from './settings.ts'
import { stockLocationsRoutes } from './stock-locations/routes.ts'
import { createStockLocations } from './stock-locations/service.ts'
import { synonymRoutes } from './synonym-routes.ts'
import { taxClassRoutes } from './tax-class-routes.ts'

type Needs = Runtime & {
  readonly fx: Fx
  readonly identity: Identity
  readonly currencyOf: (companyId: string) => Promise<string>
}

export const catalogModule = defineModule({
  name: 'catalog',
  tags: {
    Assortments: 'What companies see of the catalogue.',
    Catalogue: 'Catalogue files and the synonyms of the search.',
    Categories: 'The categories of the catalogue.',
    Contracts: 'Agreements between suppliers and buyers.',
    'Price lists': 'Prices of a supplier for some companies.',
    Products: 'Searching, matching and quoting products.',
    Searches: 'Searches that stream their results.',
    'Stock locations': 'Where goods lie, and how many.',
  },
  settings: [searchesSettings, catalogSettings],
  events: catalogEvents,
  schedules: [...searchesSchedules, ...importSchedules, ...changesSchedules],
  personalData: [searchesData],
  inPlaceQueues: [searchQueue],
  make: (needs: Needs) => {
    const { database, log, now } = needs
    const services = servicesFrom(needs)
    const { catalog, catalogImports, quotes, searches } = services
    return {
      services,
      routes: [
        productsRoutes(catalog),
        synonymRoutes(catalog),
        quotesRoutes(quotes),
        searchesRoutes(searches),
        agreementsRoutes(services.agreements),
        assortmentsRoutes(services.assortments),
        stockLocationsRoutes(services.stockLocations),
        catalogImportsRoutes(catalogImports),
        taxClassRoutes(catalog),
      ],
      jobs: [...searchesJobs(searches), ...catalogImports.jobs, ...changesJobs(database)],
      startWorkers: () => [...catalogImports.startWorkers(log), searches.startWorker()],
      sweepings: catalogImports.sweepings,
      poisonQueues: [
        {
          queue: importsQueue,
          resets: ['failure_code', 'failure', 'ended_at'],
          oneAtATime: 'imports_one_at_a_time',
        },
      ],
      probes: () => [catalogProbe(services, now)],
    }
  },
})

function servicesFrom(needs: Needs) {
  const { settings, database, cache, wake, metrics, now, log, fx, identity, currencyOf } = needs
  const terms = createTerms(wake)
  const catalog = createCatalog({ database, fx, now, currencyOf, terms, wake })
  const quotes = createQuotes({ database, fx, cache, metrics, now, currencyOf, terms })
  const findCompany = (companyId: string) => identity.findCompany(database.pool, companyId)
  return {
    catalog,
    quotes,
    searches: createSearches({
      database,
      cache,
      wake,
      metrics,
      now,
      log,
      fx,
      currencyOf,
      terms,
      quotes,
      search: catalog.search,
      settings: settings.of(searchesSettings),
    }),
    agreements: createAgreements({ database, now, findCompany }),
    assortments: createAssortments({ database, now, findCompany }),
    stockLocations: createStockLocations({ database, now, findCompany }),
    catalogImports: createCatalogImports({
      database,
      now,
      metrics,
      wake,
      settings: settings.of(catalogSettings),
      findCompany: identity.findCompany,
    }),
  }
}
