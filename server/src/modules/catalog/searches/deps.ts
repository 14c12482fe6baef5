import type { Actor } from '#kernel/actor'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Product } from '../product.ts'
import type { Quotes } from '../request-quotes.ts'
import type { Search, SearchDeps } from '../search.ts'
import type { SearchRequest } from './search-record.ts'

/**
 * Where else products are looked for, in batches, as they are found. It may be slow, and is aborted when the search is
 * over; asked again after a crash, it may begin anew: what was told is not told twice.
 */
export type ProductSource = (
  asked: { readonly actor: Actor; readonly request: SearchRequest },
  signal: AbortSignal,
) => AsyncIterable<readonly Product[]>

export type SearchesDeps = SearchDeps & {
  readonly search: Search
  readonly quotes: Pick<Quotes, 'request'>
  /** Undefined while there is nothing outside the catalogue to ask. */
  readonly external?: ProductSource | undefined
  readonly metrics: Metrics
  readonly log: WorkLog
  /** After so long a search that still runs has failed. */
  readonly deadlineSeconds: number
}
