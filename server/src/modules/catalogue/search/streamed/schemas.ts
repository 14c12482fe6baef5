import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { eventIdOf } from '#platform/streams'
import { ProductsQuery, SearchMatch } from '../schemas.ts'
import { type SearchRecord, sourceNames } from './search-record.ts'

const { cursor: _cursor, limit: _limit, ...filters } = ProductsQuery.properties

/** A search starts at the beginning, and returns more than a page. */
const Limit = Type.Integer({
  default: 100,
  minimum: 1,
  maximum: 1_000,
  description:
    'The maximum number of products that the search sends, and of offers from outside the catalogue.',
})

const SourceName = Type.Enum([...sourceNames])

const SourceNames = Type.Array(SourceName, {
  minItems: 1,
  maxItems: sourceNames.length,
  description:
    'The sources to search. Default: the catalogue. `external`: offers of sources outside the catalogue that your company sees. A search with it goes on as long as runs are live that began before it, or that your company started. It needs `q`, finds nothing with `category`, `attribute`, `availability` or `maxLeadTimeDays`, does not filter by `country`, and with price bounds finds prices in the same currency alone.',
})

export const SearchBody = record(
  'StartSearch',
  'The words, filters and sources of a search.',
  { ...filters, limit: Type.Optional(Limit), sources: Type.Optional(SourceNames) },
  { examples: [{ q: 'gigabit switch', maxPrice: '200', currency: 'EUR', sources: ['catalog'] }] },
)

const eventIdText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

const lastEventIds = {
  lastEventId: eventIdText(
    'Resumes after this event, for clients that cannot send the header `Last-Event-ID` at first. The header has precedence.',
  ),
}

const ticketText = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: `A ticket instead of a credential in the headers, which a browser’s EventSource cannot send. ${description}`,
    }),
  )

export const StreamProductsQuery = Type.Object({
  ...filters,
  limit: Limit,
  sources: Type.Optional(SourceNames),
  ...lastEventIds,
  ticket: ticketText(
    'Get it from `POST /api/v1/products/stream/tickets`. It opens streams of this address for five minutes.',
  ),
})

export const FollowQuery = Type.Object({
  ...lastEventIds,
  ticket: ticketText(
    'It is part of `stream.url` of the search. It opens this one stream for five minutes.',
  ),
})

export const LastEventIdHeader = Type.Object({
  'last-event-id': eventIdText(
    'The id of the last event that you received. The stream resumes after it.',
  ),
})

export const SearchParams = Type.Object({ searchId: Type.String({ maxLength: 100 }) })

const Instant = Type.String({ format: 'date-time' })

const SourceView = record('SearchSource', 'A source of a search, and how many products it found.', {
  source: SourceName,
  status: Type.Enum(['running', 'completed', 'failed', 'cancelled', 'not_configured'], {
    description: '`cancelled`: the search was cancelled before this source ended.',
  }),
  found: Type.Integer({
    description:
      'The number of matches. For the catalogue it counts all matching products, perhaps more than the search sends (`products`, up to `limit`). For other sources it counts the products and offers that they sent.',
  }),
})

export const SearchStateName = Type.Enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'])

const searchFields = {
  id: Type.String(),
  state: SearchStateName,
  q: Type.String(),
  sources: Type.Array(SourceView),
  match: Type.Optional(SearchMatch),
  products: Type.Integer({ description: 'The number of products that were sent so far.' }),
  lastEventId: Type.String({ description: 'The id of the latest event.' }),
  failureCode: Type.Union([Type.String(), Type.Null()]),
  createdAt: Instant,
  deadlineAt: Type.String({
    format: 'date-time',
    description:
      'The latest deadline of the sources. The catalogue has 60 seconds, unless set otherwise. Another source has the time limit of its run. A source that has not finished by its deadline fails, and the others continue. The search fails if all sources have ended, one of them late and none complete.',
  }),
  endedAt: Type.Union([Instant, Type.Null()]),
}

export const SearchSummaryView = record(
  'SearchSummary',
  'A search that runs in the background, as lists show it. Get the search for the address of its events.',
  { ...searchFields, startedBy: Type.String({ description: 'The id of the person or API key.' }) },
)

export const SearchView = record(
  'Search',
  'A search that runs in the background, and the address of its events.',
  {
    ...searchFields,
    stream: Type.Object(
      {
        url: Type.String({
          description: 'The address of the stream with a ticket, for `new EventSource(url)`.',
        }),
        expiresAt: Instant,
      },
      {
        description:
          'The address contains a ticket, which is secret while it is valid. Each read returns a new one.',
      },
    ),
  },
)

export const StreamTicketView = record(
  'StreamTicket',
  'A ticket that opens the event stream of a search.',
  {
    ticket: Type.String({
      description:
        'The ticket. It is secret while it is valid. Send it as the query parameter `ticket`.',
    }),
    url: Type.String({
      description: 'The address with the ticket in it. Append the query: `&q=…`.',
    }),
    expiresAt: Instant,
  },
)

export const streamTicketExample = {
  ticket: '…',
  url: '/api/v1/products/stream?ticket=…',
  expiresAt: '2026-04-13T09:05:00.000Z',
}

export const searchExample: Static<typeof SearchView> = {
  id: 'srch_01m7xb82dw3khw78phh28dvacd',
  state: 'RUNNING',
  q: 'gigabit switch',
  sources: [{ source: 'catalog', status: 'running', found: 45 }],
  match: 'full' as const,
  products: 20,
  lastEventId: 'srch_01m7xb82dw3khw78phh28dvacd/3',
  failureCode: null,
  createdAt: '2026-04-13T09:00:00.000Z',
  deadlineAt: '2026-04-13T09:01:00.000Z',
  endedAt: null,
  stream: {
    url: '/api/v1/searches/srch_01m7xb82dw3khw78phh28dvacd/stream?ticket=…',
    expiresAt: '2026-04-13T09:05:00.000Z',
  },
}

const { stream: _stream, ...searchFacts } = searchExample

export const searchSummaryExample: Static<typeof SearchSummaryView> = {
  ...searchFacts,
  startedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
}

type Stream = Static<typeof SearchView>['stream']

export function viewSearch(search: SearchRecord, stream: Stream): Static<typeof SearchView> {
  return { ...factsOf(search), stream }
}

export function viewSearchSummary(search: SearchRecord): Static<typeof SearchSummaryView> {
  return { ...factsOf(search), startedBy: search.ownerId }
}

function factsOf(search: SearchRecord) {
  const { id, state, request, sources, products, lastEvent, failureCode } = search
  const match = sources.catalog?.match
  return {
    id,
    state,
    q: request.q ?? '',
    sources: sourceNames.flatMap((source) => {
      const progress = sources[source]
      if (!progress) return []
      const { status, found } = progress
      return [{ source, status, found }]
    }),
    ...(match && { match }),
    products,
    lastEventId: eventIdOf(id, lastEvent),
    failureCode: failureCode ?? null,
    createdAt: search.createdAt.toISOString(),
    deadlineAt: search.deadlineAt.toISOString(),
    endedAt: search.endedAt?.toISOString() ?? null,
  }
}
