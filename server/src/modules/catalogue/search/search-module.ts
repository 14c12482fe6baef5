import type { Fx } from '#modules/fx'
import type { Changes, ProductReader, TermsOf } from '#modules/products'
import type { Quotes } from '#modules/quotes'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { documentJobs, documentSchedules } from './documents/document-jobs.ts'
import { searchRoutes } from './routes.ts'
import { searchProbe } from './search-probe.ts'
import { createProductSearch } from './service.ts'
import type { Sponsorship } from './sponsorship.ts'
import type { ProductSource } from './streamed/deps.ts'
import { searchesJobs, searchesSchedules } from './streamed/jobs.ts'
import { searchesData } from './streamed/keep-store.ts'
import { searchesRoutes } from './streamed/routes.ts'
import { searchList } from './streamed/search-list.ts'
import { createSearches } from './streamed/service.ts'
import { searchesSettings } from './streamed/settings.ts'
import { searchQueue } from './streamed/worker.ts'
import { synonymList } from './synonyms/synonym-list.ts'
import { synonymRoutes } from './synonyms/synonym-routes.ts'

type Needs = Runtime & {
  readonly fx: Fx
  readonly terms: TermsOf
  readonly productReader: ProductReader
  readonly productChanges: Changes
  readonly quotes: Quotes
  readonly currencyOf: (companyId: string) => Promise<string>
  readonly sponsorship: Sponsorship
  /** Makes the source of offers from outside the catalogue. */
  readonly externalOffers: (needs: NeedsOfExternal) => ProductSource
}

type NeedsOfExternal = Runtime &
  Pick<Needs, 'terms' | 'productReader' | 'productChanges' | 'currencyOf'>

/** Finds products by words, numbers and filters, in one answer or as a stream. */
export const searchModule = defineModule({
  name: 'search',
  tags: {
    Catalogue: 'Catalogue files and the synonyms of the search.',
    Searches: 'Searches that stream their results.',
  },
  settings: [searchesSettings],
  schedules: [...searchesSchedules, ...documentSchedules],
  personalData: [searchesData],
  inPlaceQueues: [searchQueue],
  make: (needs: Needs) => {
    const { database, metrics, now } = needs
    const { productSearch, searches } = servicesFrom(needs)
    return {
      services: { productSearch, searches },
      routes: [
        searchRoutes(productSearch, needs.sponsorship),
        synonymRoutes(productSearch),
        searchesRoutes(searches),
        listRoutes(database, synonymList, searchList(database)),
      ],
      jobs: [...searchesJobs(searches), ...documentJobs({ database, metrics, now })],
      startWorkers: () => [searches.startWorker()],
      probes: () => [searchProbe(searches, productSearch, now)],
    }
  },
})

function servicesFrom(needs: Needs) {
  const { settings, database, wake, now, fx, terms, currencyOf } = needs
  const reading = { database, fx, now, currencyOf, terms, wake }
  const productSearch = createProductSearch({
    ...reading,
    reader: needs.productReader,
    changes: needs.productChanges,
  })
  const searches = createSearches({
    ...needs,
    search: productSearch.search,
    external: needs.externalOffers(needs),
    settings: settings.of(searchesSettings),
  })
  return { productSearch, searches }
}
