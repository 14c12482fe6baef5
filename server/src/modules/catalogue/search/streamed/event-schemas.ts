import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { ExternalOfferView, ProductView, productExample } from '#modules/products'
import { QuoteView } from '#modules/quotes'
import { Refusal } from '#platform/http'
import { SearchMeta } from '../schemas.ts'
import { sourceNames } from './search-record.ts'

const Source = Type.Enum([...sourceNames])
const Products = Type.Integer({ description: 'The number of products that the search has sent.' })
const { limit: _limit, nextCursor: _next, tookMs: _took, ...about } = SearchMeta.properties

/** The data of each event, by its name. */
export const eventData = {
  'search.started': record('SearchStarted', 'The search has started.', {
    searchId: Type.String(),
    q: Type.String(),
    sources: Type.Array(Source),
    startedAt: Type.String({ format: 'date-time' }),
  }),
  products: record('SearchProducts', 'A batch of products. Each product comes once in a search.', {
    source: Source,
    products: Type.Array(ProductView, {
      description: 'Of a source outside the catalogue: known products that are the same articles.',
    }),
    offers: Type.Optional(
      Type.Array(ExternalOfferView, {
        description:
          'Offers of a source outside the catalogue, each once in a search. Nobody has confirmed them.',
      }),
    ),
  }),
  quote: record(
    'SearchQuotes',
    'Quotes of the products of a batch, each at the smallest quantity that is sold.',
    { currency: Type.String(), quotes: Type.Array(QuoteView) },
  ),
  source: record('SearchSourceEnded', 'A source has ended.', {
    source: Source,
    status: Type.Enum(['completed', 'failed', 'cancelled', 'not_configured']),
    found: Type.Integer({
      description:
        'The number of matches. For the catalogue it counts all matching products, perhaps more than the search sends. For other sources it counts the products and offers that they sent.',
    }),
  }),
  facets: record('SearchFacets', 'The facets of the whole catalogue result, sent once.', about),
  'search.completed': record('SearchCompleted', 'The search has completed.', {
    state: Type.Literal('COMPLETED'),
    products: Products,
    tookMs: Type.Number(),
  }),
  'search.failed': record('SearchFailed', 'The search has failed.', {
    state: Type.Literal('FAILED'),
    code: Type.String(),
    message: Type.String(),
    products: Products,
  }),
  'search.cancelled': record('SearchCancelled', 'The search was cancelled.', {
    state: Type.Literal('CANCELLED'),
    products: Products,
  }),
} as const

type Names = keyof typeof eventData

const SearchEvent = Type.Union(
  (Object.keys(eventData) as Names[]).map((name) =>
    Type.Object({
      id: Type.String({
        description: 'The id of the event. Send it as `Last-Event-ID` to resume.',
      }),
      event: Type.Literal(name),
      data: eventData[name],
    }),
  ),
  {
    title: 'SearchEvent',
    description:
      'One event of the stream, with the lines `id`, `event` and `data`. `data` is JSON.',
    examples: [
      {
        id: 'srch_01m7xb82dw3khw78phh28dvacd/2',
        event: 'products',
        data: { source: 'catalog', products: [productExample] },
      },
    ],
  },
)

export type SearchEventData = { [Name in Names]: Static<(typeof eventData)[Name]> }

export const streamAnswers = {
  200: {
    description: 'The stream of events.',
    content: { 'text/event-stream': { schema: SearchEvent } },
  },
  204: Type.Null({
    description:
      'The search is over and you have received all of its events. Do not connect again.',
  }),
  '4xx': Refusal,
  '5xx': Refusal,
}
