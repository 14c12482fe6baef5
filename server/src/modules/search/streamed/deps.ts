import type { Actor } from '#kernel/actor'
import type { Product } from '#modules/products'
import type { Quotes } from '#modules/quotes'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Search, SearchDeps } from '../search.ts'
import type { SearchRequest } from './search-record.ts'

/** A source outside the catalogue. */
export type ProductSource = {
  /** It has failed when it still looks after this: for a crawl the limit of its run. */
  readonly limitSeconds: number
  /**
   * Finds products in batches. It may be slow, and is aborted when the search ends. After a crash it is asked again and may
   * begin anew: no product is sent twice.
   */
  readonly find: (
    asked: { readonly actor: Actor; readonly request: SearchRequest },
    signal: AbortSignal,
  ) => AsyncIterable<readonly Product[]>
}

export type SearchesDeps = SearchDeps & {
  readonly search: Search
  readonly quotes: Pick<Quotes, 'request'>
  /** Undefined while there is nothing outside the catalogue to ask. */
  readonly external?: ProductSource | undefined
  readonly metrics: Metrics
  readonly log: WorkLog
  /** The catalogue has failed when it still looks after this. The search itself has no limit. */
  readonly catalogLimitSeconds: number
}
