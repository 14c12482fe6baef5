export { agreementsRoutes } from './agreements/routes.ts'
export { type Agreements, createAgreements } from './agreements/service.ts'
export { createTerms, type TermsOf } from './agreements/terms.ts'
export { assortmentsRoutes } from './assortments/routes.ts'
export { type Assortments, createAssortments } from './assortments/service.ts'
export { catalogProbe } from './catalog-probe.ts'
export type { NewProduct } from './change-products.ts'
export type { ProductChanges } from './change-store.ts'
export { changesJobs, changesSchedules } from './changes-jobs.ts'
export { markSupplierClosed } from './close-supplier.ts'
export {
  catalogEvents,
  ProductCreated,
  ProductDiscontinued,
  ProductPriceChanged,
  ProductStockChanged,
  ProductUpdated,
} from './events.ts'
export type { CatalogImport, ImportOptions } from './imports/import.ts'
export { importsQueue } from './imports/import-store.ts'
export { importSchedules } from './imports/jobs.ts'
export { importOptionsFrom } from './imports/options.ts'
export { catalogImportsRoutes } from './imports/routes.ts'
export { type CatalogImports, createCatalogImports } from './imports/service.ts'
export {
  type LoadSampleCatalogOptions,
  loadSampleCatalog,
  type SampleSupplier,
} from './load-sample-catalog.ts'
export type { Offer } from './offer-store.ts'
export type { Availability, PriceTier, Pricing, Product } from './product.ts'
export { insertCategories, upsertSuppliers } from './product-store.ts'
export type { LineQuote, QuoteItem, QuoteOptions, QuoteProblem } from './quote.ts'
export type { QuoteReading } from './quote-metrics.ts'
export { quotesRoutes } from './quotes-routes.ts'
export { createQuotes, type Quoted, type Quotes } from './request-quotes.ts'
export { productsRoutes } from './routes.ts'
export type { Found, SearchResult } from './search.ts'
export type { SearchInput } from './search-input.ts'
export type { ProductSource } from './searches/deps.ts'
export { searchesJobs, searchesSchedules } from './searches/jobs.ts'
export { searchesData } from './searches/keep-store.ts'
export { searchesRoutes } from './searches/routes.ts'
export { createSearches, type Searches, type SearchesReading } from './searches/service.ts'
export { searchesSettings } from './searches/settings.ts'
export { searchQueue } from './searches/worker.ts'
export { type Catalog, createCatalog } from './service.ts'
export { catalogSettings } from './settings.ts'
export { stockLocationsRoutes } from './stock-locations/routes.ts'
export { createStockLocations, type StockLocations } from './stock-locations/service.ts'
export type { Shortage, StockLine } from './stock-store.ts'
export { synonymRoutes } from './synonym-routes.ts'
export { taxClassRoutes } from './tax-class-routes.ts'
