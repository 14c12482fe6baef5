import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { ProductsQuery, SearchMatch } from '../schemas.ts'
import { type SearchRecord, sourceNames } from './search-record.ts'
import { eventIdOf } from './streams/event-text.ts'

const { cursor: _cursor, limit: _limit, ...filters } = ProductsQuery.properties

/** A search begins at the beginning, and tells more than a page. */
const Limit = Type.Integer({
  default: 100,
  minimum: 1,
  maximum: 1_000,
  description: 'The largest number of products that the search sends.',
})

const SourceName = Type.Enum([...sourceNames])

const SourceNames = Type.Array(SourceName, {
  minItems: 1,
  maxItems: sourceNames.length,
  description: 'Where to look. Unless given, in the catalogue.',
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
    'For a client that cannot send the header `Last-Event-ID` at first: go on after this event. The header wins.',
  ),
}

const ticketText = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: `In place of a credential in the headers, which a browser’s EventSource cannot send: ${description}`,
    }),
  )

export const StreamProductsQuery = Type.Object({
  ...filters,
  limit: Limit,
  sources: Type.Optional(SourceNames),
  ...lastEventIds,
  ticket: ticketText(
    'as `POST /api/v1/products/stream/tickets` gives it. It opens streams of this address for five minutes.',
  ),
})

export const FollowQuery = Type.Object({
  ...lastEventIds,
  ticket: ticketText(
    'as `stream.url` of the search has it. It opens this one stream for five minutes.',
  ),
})

export const LastEventIdHeader = Type.Object({
  'last-event-id': eventIdText('The id of the last event that arrived: go on after it.'),
})

export const SearchParams = Type.Object({ searchId: Type.String({ maxLength: 100 }) })

const Instant = Type.String({ format: 'date-time' })

const SourceView = record('SearchSource', 'A source of a search, and how many products it found.', {
  source: SourceName,
  status: Type.Enum(['running', 'completed', 'failed', 'cancelled', 'not_configured'], {
    description: '`cancelled`: the search was, while it ran.',
  }),
  found: Type.Integer({
    description:
      'Of the catalogue all products that it has for the search, which may be more than are told (`products`, up to `limit`); of others what they told.',
  }),
})

export const SearchView = record(
  'Search',
  'A search that runs in the background, and the address of its events.',
  {
    id: Type.String(),
    state: Type.Enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
    q: Type.String(),
    sources: Type.Array(SourceView),
    match: Type.Optional(SearchMatch),
    products: Type.Integer({ description: 'Products that were sent so far.' }),
    lastEventId: Type.String({ description: 'Of the last event that there is.' }),
    failureCode: Type.Union([Type.String(), Type.Null()]),
    createdAt: Instant,
    deadlineAt: Type.String({
      format: 'date-time',
      description:
        'The latest deadline of its sources: the catalogue has 60 seconds, unless set otherwise, and a source outside the limit of its run. A source that still looks at its own deadline has failed, and the others go on. The search has failed when all sources have ended, one of them late and none complete.',
    }),
    endedAt: Type.Union([Instant, Type.Null()]),
    stream: Type.Object(
      {
        url: Type.String({
          description: 'Opens the stream by itself, for `new EventSource(url)`.',
        }),
        expiresAt: Instant,
      },
      {
        description:
          'With a ticket in it, which is a secret while it lasts. Read again, it is fresh.',
      },
    ),
  },
)

export const StreamTicketView = record(
  'StreamTicket',
  'A ticket that opens the event stream of a search.',
  {
    ticket: Type.String({
      description: 'A secret while it lasts. To be sent as `ticket`, in the address.',
    }),
    url: Type.String({
      description: 'The address with the ticket in it: what is asked is added, `&q=…`.',
    }),
    expiresAt: Instant,
  },
)

export const streamTicketExample = {
  ticket: '…',
  url: '/api/v1/products/stream?ticket=…',
  expiresAt: '2026-04-13T09:05:00.000Z',
}

export const searchExample = {
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

type Stream = Static<typeof SearchView>['stream']

export function viewSearch(search: SearchRecord, stream: Stream): Static<typeof SearchView> {
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
    stream,
  }
}
