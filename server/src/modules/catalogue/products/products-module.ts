import type { Fx } from '#modules/fx'
import type { Identity } from '#modules/identity'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { contractList } from './agreements/contract-list.ts'
import { createTerms } from './agreements/create-terms.ts'
import { priceEntryList } from './agreements/price-entry-list.ts'
import { priceListList } from './agreements/price-list-list.ts'
import { agreementsRoutes } from './agreements/routes.ts'
import { createAgreements } from './agreements/service.ts'
import { assortmentList } from './assortments/assortment-list.ts'
import { assortmentsRoutes } from './assortments/routes.ts'
import { createAssortments } from './assortments/service.ts'
import { categoryList } from './categories/category-list.ts'
import { createChanges } from './changes/changes.ts'
import { changesJobs, changesSchedules } from './changes/changes-jobs.ts'
import { catalogEvents } from './events.ts'
import type { SearchIndex } from './indexable.ts'
import type { AddressOfImage } from './product.ts'
import { createProductReader } from './reading/product-reader.ts'
import { productsRoutes } from './routes.ts'
import { createProducts } from './service.ts'
import { locationList } from './stock/location-list.ts'
import { stockLocationsRoutes } from './stock/routes.ts'
import { createStockLocations } from './stock/service.ts'
import { stockList } from './stock/stock-list.ts'
import { taxClassRoutes } from './tax-classes/tax-class-routes.ts'

type Needs = Runtime & {
  readonly fx: Fx
  readonly identity: Identity
  readonly currencyOf: (companyId: string) => Promise<string>
  readonly searchIndex: SearchIndex
  readonly addressOfImage: AddressOfImage
}

/** The products of suppliers, their stock, and the assortment and prices of each company. */
export const productsModule = defineModule({
  name: 'products',
  named: { pls: 'products.price_lists', prd: 'products.products' },
  tags: {
    Assortments: 'The products that certain companies see.',
    Categories: 'The categories of the catalogue.',
    Contracts: 'Agreements between suppliers and buyers.',
    'Price lists': 'Prices of a supplier for some companies.',
    Products: 'Searching, matching and quoting products.',
    'Stock locations': 'The stock of suppliers, by location.',
  },
  events: catalogEvents,
  schedules: changesSchedules,
  make: (needs: Needs) => {
    const { database, fx, identity, now, wake, currencyOf, searchIndex, addressOfImage } = needs
    const terms = createTerms(wake)
    const productChanges = createChanges(database.pool)
    const productReader = createProductReader(database.pool, productChanges, addressOfImage)
    const reading = { database, fx, now, currencyOf, terms, reader: productReader }
    const products = createProducts({ ...reading, searchIndex })
    const findCompany = (companyId: string) => identity.findCompany(database.pool, companyId)
    const managing = { database, now, findCompany }
    const agreements = createAgreements(managing)
    const assortments = createAssortments(managing)
    const stockLocations = createStockLocations(managing)
    return {
      services: { products, agreements, productReader, productChanges, terms },
      routes: [
        productsRoutes(products),
        agreementsRoutes(agreements),
        assortmentsRoutes(assortments),
        stockLocationsRoutes(stockLocations),
        taxClassRoutes(products),
        listRoutes(
          database,
          categoryList(products),
          assortmentList,
          contractList(database),
          priceListList,
          priceEntryList(agreements),
          locationList,
          stockList(stockLocations),
        ),
      ],
      jobs: changesJobs(database),
    }
  },
})
