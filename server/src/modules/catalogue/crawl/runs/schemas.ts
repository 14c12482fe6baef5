import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { Refusal } from '#platform/http'
import { eventIdOf } from '#platform/streams'
import { countedFields } from '../extract/index.ts'
import type { PageRecord } from './page-list-store.ts'
import { runStates, type SeenRun } from './run.ts'

const Instant = Type.String({ format: 'date-time' })
export const RunStateName = Type.Enum([...runStates])

export const StartRunBody = record(
  'StartCrawl',
  'The source to read: its id, or its address.',
  {
    sourceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    url: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'The address of a source. An administrator makes one by it if there is none.',
      }),
    ),
    query: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'What you look for. Your company alone sees it.',
      }),
    ),
  },
  { examples: [{ sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd' }] },
)

export const RunParams = Type.Object({ crawlId: Type.String({ maxLength: 100 }) })

const lastEventId = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

export const FollowQuery = Type.Object({
  lastEventId: lastEventId('Like the header `Last-Event-ID`, for clients that cannot send it.'),
  ticket: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'It is part of `stream.url` of the run. It opens this one stream for five minutes.',
    }),
  ),
})

export const LastEventIdHeader = Type.Object({
  'last-event-id': lastEventId(
    'The id of the last event that you received. The stream resumes after it.',
  ),
})

const OrNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const FieldView = record('CrawlField', 'What a run has read of one field of the products.', {
  field: Type.Enum([...countedFields]),
  read: Type.Integer(),
  missing: Type.Integer({ description: 'No source states a value.' }),
  refused: Type.Integer({
    description:
      'A source states a value that cannot be believed, such as a price without a currency. `reason` of the pages says why.',
  }),
})

export const RunView = record('Crawl', 'One reading of a source outside the catalogue.', {
  id: Type.String(),
  sourceId: Type.String(),
  sourceName: Type.String(),
  companyId: Type.String({ description: 'The company of the source.' }),
  state: Type.Enum([...runStates], {
    description:
      '`PARTIAL`: some pages failed, or a limit was reached. `FAILED`: nothing could be read.',
  }),
  awaitingConfirmation: Type.Boolean({
    description: 'It was proposed. Confirm it, and it starts.',
  }),
  query: OrNull(Type.String()),
  dispatches: Type.Integer({ description: 'How often it was given to the workers: once.' }),
  redispatches: Type.Integer({
    description: 'How often it was given to them again, because its worker was lost.',
  }),
  requests: Type.Integer(),
  bytes: Type.Integer(),
  offers: Type.Integer({ description: 'Offers that it has found.' }),
  offersChanged: Type.Integer({ description: 'Those that are new or have changed.' }),
  fields: Type.Array(FieldView, {
    description:
      'For each field, the values of the pages that were read. Empty until a page with products was read.',
  }),
  limitReached: OrNull(Type.String({ description: 'pages, bytes or time.' })),
  failure: OrNull(Type.String({ description: 'Why nothing could be read.' })),
  lastEventId: OrNull(Type.String()),
  createdAt: Instant,
  startedAt: OrNull(Instant),
  endedAt: OrNull(Instant),
  stream: Type.Object(
    {
      url: Type.String({
        description: 'The address of the stream with a ticket, for `new EventSource(url)`.',
      }),
      expiresAt: Instant,
    },
    { description: 'The ticket is secret while it is valid. Each read returns a new one.' },
  ),
})

export const runExample = {
  id: 'crl_01m7xb82dw3khw78phh28dvacd',
  sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd',
  sourceName: 'Kabelwerk shop',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  state: 'RUNNING' as const,
  awaitingConfirmation: false,
  query: null,
  dispatches: 1,
  redispatches: 0,
  requests: 12,
  bytes: 410_220,
  offers: 31,
  offersChanged: 4,
  fields: [
    { field: 'name' as const, read: 31, missing: 0, refused: 0 },
    { field: 'price' as const, read: 28, missing: 2, refused: 1 },
  ],
  limitReached: null,
  failure: null,
  lastEventId: 'crl_01m7xb82dw3khw78phh28dvacd/14',
  createdAt: '2026-04-13T09:00:00.000Z',
  startedAt: '2026-04-13T09:00:01.000Z',
  endedAt: null,
  stream: {
    url: '/api/v1/crawls/crl_01m7xb82dw3khw78phh28dvacd/stream?ticket=…',
    expiresAt: '2026-04-13T09:05:00.000Z',
  },
}

type View = Static<typeof RunView>

/** `readBy` is the company of the reader: what somebody looks for is seen by their own company. */
export function viewRun(run: SeenRun, readBy: string, stream: View['stream']): View {
  const { id, sourceId, sourceName, companyId, state, awaitingConfirmation, query, lastEvent } = run
  const { dispatches, redispatches, requests, bytes, offers, offersChanged } = run
  return {
    id,
    sourceId,
    sourceName,
    companyId,
    state,
    awaitingConfirmation,
    query: run.requestingCompanyId === readBy ? (query ?? null) : null,
    dispatches,
    redispatches,
    requests,
    bytes,
    offers,
    offersChanged,
    fields: countedFields.flatMap((field) => {
      const count = run.fields[field]
      return count ? [{ field, ...count }] : []
    }),
    limitReached: run.limitReached ?? null,
    failure: run.failure ?? null,
    lastEventId: lastEvent > 0 ? eventIdOf(id, lastEvent) : null,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    stream,
  }
}

const pageStates = [
  'DISCOVERED',
  'LEASED',
  'FETCHED',
  'UNCHANGED',
  'MOVED',
  'GONE',
  'REFUSED',
  'SKIPPED',
  'FAILED',
] as const

export const PageStateName = Type.Enum([...pageStates])

export const PageView = record('CrawlPage', 'A page of a run, and what came of it.', {
  url: Type.String(),
  kind: Type.Enum(['page', 'sitemap', 'feed']),
  depth: Type.Integer({ description: 'Links from the first page to this one.' }),
  state: Type.Enum([...pageStates], {
    description:
      '`MOVED`: it leads to another address. `REFUSED`: its server, its robots.txt or our guard does not allow it. `SKIPPED`: it was left out.',
  }),
  reason: OrNull(Type.String()),
  status: Type.Union([Type.Integer(), Type.Null()]),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  offers: Type.Integer(),
  attempts: Type.Integer(),
  tookMs: Type.Union([Type.Integer(), Type.Null()]),
  fetchedAt: OrNull(Instant),
})

export const pageExample = {
  url: 'https://shop.example.com/p/kw-c6-2b',
  kind: 'page' as const,
  depth: 2,
  state: 'FETCHED' as const,
  reason: null,
  status: 200,
  bytes: 34_211,
  offers: 1,
  attempts: 1,
  tookMs: 212,
  fetchedAt: '2026-04-13T09:00:02.000Z',
}

export function viewPage(page: PageRecord): Static<typeof PageView> {
  const { hash: _hash, reason, status, bytes, tookMs, fetchedAt, ...rest } = page
  return {
    ...rest,
    reason: reason ?? null,
    status: status ?? null,
    bytes: bytes ?? null,
    tookMs: tookMs ?? null,
    fetchedAt: fetchedAt?.toISOString() ?? null,
  }
}

const FoundOfferView = record('CrawledOffer', 'An offer that a run has seen.', {
  id: Type.String(),
  name: Type.String(),
  brand: Type.Optional(Type.String()),
  mpn: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  gtins: Type.Array(Type.String()),
  price: Type.Optional(
    Type.Object({
      amount: Type.String(),
      currency: Type.String(),
      taxIncluded: Type.Optional(
        Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Null: the source does not say. Missing in events of an earlier release.',
        }),
      ),
    }),
  ),
  availability: Type.Optional(Type.String()),
  url: Type.String(),
  isChanged: Type.Boolean({ description: 'It is new, or differs from the last run.' }),
})

/** The data of each event, by its name. */
const eventData = {
  'crawl.started': record('CrawlStarted', 'The run has started.', {
    crawlId: Type.String(),
    sourceId: Type.String(),
    url: Type.String(),
    startedAt: Instant,
  }),
  page: record('CrawlPageEnded', 'A page has ended. A run shows its first pages so.', {
    url: Type.String(),
    state: Type.String(),
    reason: Type.Optional(Type.String()),
    products: Type.Integer(),
  }),
  offers: record(
    'CrawlOffers',
    'Offers that the run has seen for the first time. A run shows its first thousand.',
    {
      pageUrl: Type.String(),
      offers: Type.Array(FoundOfferView),
    },
  ),
  'crawl.ended': record('CrawlEnded', 'The run has ended. No event follows.', {
    state: Type.Enum(['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED']),
    failure: Type.Optional(Type.String()),
    limitReached: Type.Optional(Type.String()),
    offers: Type.Integer(),
    offersChanged: Type.Integer(),
    offersVanished: Type.Optional(Type.Integer()),
    pages: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  }),
} as const

const RunEvent = Type.Union(
  (Object.keys(eventData) as (keyof typeof eventData)[]).map((name) =>
    Type.Object({
      id: Type.String({
        description: 'The id of the event. Send it as `Last-Event-ID` to resume.',
      }),
      event: Type.Literal(name),
      data: eventData[name],
    }),
  ),
  {
    title: 'CrawlEvent',
    description:
      'One event of the stream, with the lines `id`, `event` and `data`. `data` is JSON.',
    examples: [
      {
        id: 'crl_01m7xb82dw3khw78phh28dvacd/2',
        event: 'page',
        data: { url: 'https://shop.example.com/', state: 'FETCHED', products: 0 },
      },
    ],
  },
)

export const streamAnswers = {
  200: {
    description: 'The stream of events.',
    content: { 'text/event-stream': { schema: RunEvent } },
  },
  204: Type.Null({
    description: 'The run is over and you have received all of its events. Do not connect again.',
  }),
  '4xx': Refusal,
  '5xx': Refusal,
}
