import type { Actor } from '#kernel/actor'
import type { Product } from '#modules/products'
import type { Quotes } from '#modules/quotes'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Search, SearchDeps } from '../search.ts'
import type { SearchRequest } from './search-record.ts'

/** A source outside the catalogue. */
export type ProductSource = {
  /** After this time the source has failed. For a crawl it is the limit of its run. */
  readonly limitSeconds: number
  /**
   * Finds products in batches. It may be slow, and is aborted when the search ends. After a crash it is called again
   * and may start from the beginning: no product is published twice.
   */
  readonly find: (
    search: { readonly actor: Actor; readonly request: SearchRequest },
    signal: AbortSignal,
  ) => AsyncIterable<readonly Product[]>
}

export type SearchesDeps = SearchDeps & {
  readonly search: Search
  readonly quotes: Pick<Quotes, 'request'>
  /** Undefined while there is no source outside the catalogue. */
  readonly external?: ProductSource | undefined
  readonly metrics: Metrics
  readonly log: WorkLog
  /** After this time the catalogue has failed. The search itself has no limit. */
  readonly catalogLimitSeconds: number
}
