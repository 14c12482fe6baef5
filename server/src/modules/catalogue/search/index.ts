export { analyzeCatalog } from './documents/analyze-store.ts'
export { comparedPrice } from './documents/document.ts'
export { RefreshSearchStatistics } from './documents/document-jobs.ts'
export {
  createSettling,
  indexNewProducts,
  indexProducts,
  refreshSearchStatistics,
  type Settling,
  unindexProducts,
  updateDocumentFacts,
} from './documents/index-store.ts'
export { createWordReader, type WordReader } from './documents/read-words.ts'
export { searchModule } from './search-module.ts'
export { createProductSearch, type ProductSearch, type ProductSearchDeps } from './service.ts'
export { SponsoredView, viewSponsored } from './sponsored-schemas.ts'
export type {
  OrganicResult,
  Proposal,
  Propose,
  SponsoredPlace,
  SponsoredRequest,
  Sponsorship,
} from './sponsorship.ts'
export type { FoundOutside, ProductSource } from './streamed/deps.ts'
export type { Searches } from './streamed/service.ts'
export { nounsOfName } from './words/nouns.ts'
