import type { Actor } from '#kernel/actor'
import type { ExternalOffer, Product } from '#modules/products'
import type { Quotes } from '#modules/quotes'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Search, SearchDeps } from '../search.ts'
import type { SearchRequest } from './search-record.ts'

/** What a source outside the catalogue found: offers, and known products that are the same articles. */
export type FoundOutside = {
  readonly products: readonly Product[]
  readonly offers: readonly ExternalOffer[]
}

/** A source outside the catalogue. */
export type ProductSource = {
  /** After this time the source has failed. For a crawl it is the limit of its run. */
  readonly limitSeconds: number
  /**
   * Finds offers in batches. It may be slow, and is aborted when the search ends. After a crash it is called again and may start
   * from the beginning: nothing is published twice.
   */
  readonly find: (
    search: { readonly actor: Actor; readonly request: SearchRequest; readonly createdAt: Date },
    signal: AbortSignal,
  ) => AsyncIterable<FoundOutside>
}

export type SearchesDeps = SearchDeps & {
  readonly search: Search
  readonly quotes: Pick<Quotes, 'request'>
  /** Undefined where there is no source outside the catalogue. */
  readonly external?: ProductSource | undefined
  readonly metrics: Metrics
  readonly log: WorkLog
  /** After this time the catalogue has failed. The search itself has no limit. */
  readonly catalogLimitSeconds: number
}
