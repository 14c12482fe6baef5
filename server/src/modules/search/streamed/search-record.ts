import type { Id } from '#kernel/id'
import type { QuoteItem } from '#modules/quotes'
import type { SearchInput } from '../search-input.ts'
import type { Place, ResultMatch } from '../search-query.ts'

export type SearchState = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'

export const sourceNames = ['catalog', 'external'] as const
export type SourceName = (typeof sourceNames)[number]

/** What is searched for: the filters of a product search, and how many products are told at most. */
export type SearchRequest = Omit<SearchInput, 'after'>

export type SourceStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'not_configured'

/** How far a source has come. Whoever takes the search over goes on from there. */
export type SourceProgress = {
  readonly status: SourceStatus
  /** RFC 3339. A source that still looks then has failed, and the others go on. */
  readonly deadlineAt?: string
  /** It failed because its deadline passed. */
  readonly isLate?: boolean
  /** Of the catalogue all that it has for the search, of others what they have told: more than that nobody knows. */
  readonly found: number
  /** Of the catalogue: how much of the query its products match. */
  readonly match?: ResultMatch
  /** Of the catalogue: it has told its facets. */
  readonly begun?: boolean
  /** Of the catalogue: where the last page ended. */
  readonly place?: Place
  /** Of the catalogue: what was told and not quoted yet. */
  readonly unquoted?: readonly QuoteItem[]
}

export type Sources = Readonly<Partial<Record<SourceName, SourceProgress>>>

export type SearchKey = { readonly companyId: Id<'co'>; readonly id: Id<'srch'> }

/** A search that can be read, followed and cancelled while it runs, and read until it is purged. */
export type SearchRecord = SearchKey & {
  readonly ownerId: string
  readonly state: SearchState
  readonly request: SearchRequest
  readonly sources: Sources
  /** The number of its last event. They are numbered from 1 without a gap. */
  readonly lastEvent: number
  /** So many products were told. */
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

/** Nothing comes after it. */
export const endsSearch = (kind: string): boolean => lastKinds.has(kind)

export type NewEvent = {
  readonly kind: EventKind
  readonly data: object
  /** How many it tells of. */
  readonly products?: number
}

/** An event as it is sent: its data are JSON already. */
export type StoredEvent = {
  readonly event: number
  readonly kind: string
  readonly products: number
  readonly data: string
}
