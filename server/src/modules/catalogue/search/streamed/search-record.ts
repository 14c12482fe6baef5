import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { WithNumber } from '#kernel/quantity'
import type { QuoteItem } from '#modules/quotes'
import type { SearchInput } from '../search-input.ts'
import type { Place, ResultMatch } from '../search-query.ts'

export type SearchState = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'

export const sourceNames = ['catalog', 'external'] as const
export type SourceName = (typeof sourceNames)[number]

/** The request of a search: the filters of a product search, the maximum number of products, and the language of the reader. */
export type SearchRequest = Omit<SearchInput, 'after'> & {
  readonly language?: Locale | undefined
}

export type SourceStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'not_configured'

/** The progress of a source. A worker that takes the search over continues from it. */
export type SourceProgress = {
  readonly status: SourceStatus
  /** RFC 3339. A source that still runs then has failed, and the others continue. */
  readonly deadlineAt?: string
  /** It failed because its deadline passed. */
  readonly isLate?: boolean
  /**
   * For the catalogue, the number of all matching products. For other sources, the number of published products and
   * offers, because nobody knows more.
   */
  readonly found: number
  /** For the catalogue: how well its products match the query. */
  readonly match?: ResultMatch
  /** For the catalogue: its facets are published. */
  readonly begun?: boolean
  /** For the catalogue: the end of the last page. */
  readonly place?: Place
  /** For the catalogue: products that are published, but not quoted yet. */
  readonly unquoted?: readonly WithNumber<QuoteItem>[]
}

export type Sources = Readonly<Partial<Record<SourceName, SourceProgress>>>

export type SearchKey = { readonly companyId: Id<'co'>; readonly id: Id<'srch'> }

/** A search that can be read, followed and cancelled while it runs, and read until it is purged. */
export type SearchRecord = SearchKey & {
  readonly ownerId: string
  /** The unit whose prices it shows. Undefined: all units of the company have the same. */
  readonly unitId: string | undefined
  readonly state: SearchState
  readonly request: SearchRequest
  readonly sources: Sources
  /** The number of its last event. Events are numbered from 1 without a gap. */
  readonly lastEvent: number
  /** The number of published products. */
  readonly products: number
  readonly failureCode: string | undefined
  readonly createdAt: Date
  /** The latest deadline of its sources. */
  readonly deadlineAt: Date
  readonly endedAt: Date | undefined
}

export type EventKind =
  | 'search.started'
  | 'products'
  | 'quote'
  | 'source'
  | 'facets'
  | 'search.completed'
  | 'search.failed'
  | 'search.cancelled'

const lastKinds: ReadonlySet<string> = new Set<EventKind>([
  'search.completed',
  'search.failed',
  'search.cancelled',
])

/** No event follows such an event. */
export const endsSearch = (kind: string): boolean => lastKinds.has(kind)

export type NewEvent = {
  readonly kind: EventKind
  readonly data: object
  /** The number of products in the event. */
  readonly products?: number
}
