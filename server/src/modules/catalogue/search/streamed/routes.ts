import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '#kernel/actor'
import { canonicalJson } from '#kernel/canonical'
import { typedText } from '#kernel/typed-text'
import { answers, credentialKey, type Http, ok, type Routes } from '#platform/http'
import { readEventId, sendStream } from '#platform/streams'
import { fail } from '../failures.ts'
import { streamAnswers } from './event-schemas.ts'
import {
  FollowQuery,
  LastEventIdHeader,
  SearchBody,
  SearchParams,
  SearchView,
  StreamProductsQuery,
  StreamTicketView,
  searchExample,
  streamTicketExample,
  viewSearch,
} from './schemas.ts'
import type { SearchRecord } from './search-record.ts'
import type { Searches } from './service.ts'

const tags = ['Searches']

const asksWrongly = [
  'catalog.price_range_invalid',
  'catalog.currency_unknown',
  'catalog.country_unknown',
  'catalog.supplier_filter_invalid',
  'catalog.category_unknown',
  'catalog.category_ambiguous',
  'catalog.search_source_doubled',
  'catalog.searches_too_many',
  'fx.rate_unavailable',
  'fx.rates_expired',
]
const cannotFollow = [
  'catalog.event_id_invalid',
  'catalog.streams_too_many',
  'catalog.streams_full',
]

const view = answers(SearchView, { examples: [searchExample] })

const streamInOne = '/api/v1/products/stream'

export function searchesRoutes(searches: Searches): Routes {
  return async (http) => {
    http.addHook('preClose', async () => searches.streams.close())
    addCreateSearch(http, searches)
    addGetSearch(http, searches)
    addStreamOfSearch(http, searches)
    addStreamInOne(http, searches)
    addIssueTicket(http, searches)
  }
}

function addCreateSearch(http: Http, searches: Searches): void {
  http.route({
    method: 'POST',
    url: '/api/v1/searches',
    config: { access: 'products:read', localized: true, fails: asksWrongly },
    schema: {
      operationId: 'createSearch',
      summary: 'Start a search',
      description:
        'The search runs in the background. Follow its stream, as often and from any event you like, or read it. Closing the stream does not end the search. Everybody in your company who has your prices can see it.',
      tags,
      body: SearchBody,
      response: answers(SearchView, { status: 202, examples: [searchExample] }),
    },
    handler: async ({ actor, body }) => {
      const { sources, limit = 100, ...filters } = body
      const request = { ...cleanFilters(filters), limit, language: actor.language }
      return ok(viewWithStream(http, actor, await searches.create(actor, { request, sources })))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/searches/:searchId/cancel',
    config: {
      access: 'products:read',
      fails: ['catalog.search_not_found', 'catalog.search_over'],
    },
    schema: {
      operationId: 'cancelSearch',
      summary: 'Cancel a search',
      description: 'Its streams end with `search.cancelled`. Products that it found stay readable.',
      tags,
      params: SearchParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await searches.cancel(actor, params.searchId))),
  })
}

function addGetSearch(http: Http, searches: Searches): void {
  http.route({
    method: 'GET',
    url: '/api/v1/searches/:searchId',
    config: { access: 'products:read', fails: ['catalog.search_not_found'] },
    schema: {
      operationId: 'getSearch',
      summary: 'Get a search',
      description: 'Shows the progress of the search, with a new address of its stream.',
      tags,
      params: SearchParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await searches.get(actor, params.searchId))),
  })
}

function addStreamOfSearch(http: Http, searches: Searches): void {
  http.route({
    method: 'GET',
    url: '/api/v1/searches/:searchId/stream',
    config: {
      access: 'products:read',
      ticket: true,
      fails: ['catalog.search_not_found', ...cannotFollow],
    },
    // A HEAD request would never end.
    exposeHeadRoute: false,
    schema: {
      operationId: 'followSearch',
      summary: 'Stream a search',
      description:
        'Sends server-sent events from the beginning, or after `Last-Event-ID`, without a gap or a repeat. A comment follows every 15 seconds. The stream ends with the search.',
      tags,
      params: SearchParams,
      querystring: FollowQuery,
      headers: LastEventIdHeader,
      response: streamAnswers,
    },
    handler: async (request, reply) => {
      const { actor, params, query, headers } = request
      const search = await searches.get(actor, params.searchId)
      const after = placeIn(search, headers['last-event-id'] ?? query.lastEventId)
      return follow(searches, search, after, request, reply)
    },
  })
}

function addStreamInOne(http: Http, searches: Searches): void {
  http.route({
    method: 'GET',
    url: streamInOne,
    config: {
      access: 'products:read',
      localized: true,
      ticket: true,
      fails: [...asksWrongly, 'catalog.search_not_found', ...cannotFollow],
    },
    exposeHeadRoute: false,
    schema: {
      operationId: 'streamProducts',
      summary: 'Stream a product search',
      description:
        'Starts a search and streams its events. With `Last-Event-ID` it resumes the search of that event, which must have the same parameters. A browser’s EventSource sends a ticket from `POST /api/v1/products/stream/tickets`.',
      tags,
      querystring: StreamProductsQuery,
      headers: LastEventIdHeader,
      response: streamAnswers,
    },
    preValidation: async ({ query }) => {
      const given = query as { q?: unknown }
      if (typeof given.q === 'string') given.q = typedText(given.q)
    },
    handler: async (request, reply) => {
      const { actor, headers, query } = request
      // The ticket is a credential, so it must not be stored with the request.
      const { sources, lastEventId, ticket: _ticket, ...requested } = query
      searches.streams.admit(credentialKey(actor))
      const given = headers['last-event-id'] ?? lastEventId
      if (given === undefined || given === '') {
        const asked = { ...cleanFilters(requested), language: actor.language }
        const search = await searches.create(actor, { request: asked, sources })
        return follow(searches, search, 0, request, reply)
      }
      const place = readEventId('srch', given)
      if (!place) throw fail('event_id_invalid')
      const search = await searches.get(actor, place.recordId)
      // It keeps the language in which it began.
      const begun = { ...search.request, language: undefined }
      if (canonicalJson(begun) !== canonicalJson(cleanFilters(requested))) {
        throw fail('event_id_invalid')
      }
      return follow(searches, search, placeIn(search, given), request, reply)
    },
  })
}

function addIssueTicket(http: Http, searches: Searches): void {
  http.route({
    method: 'POST',
    url: `${streamInOne}/tickets`,
    config: { access: 'products:read' },
    schema: {
      operationId: 'issueStreamTicket',
      summary: 'Create a stream ticket',
      description:
        'A browser’s EventSource cannot send headers. Send the ticket as the parameter `ticket` of `GET /api/v1/products/stream`, with any query. It is valid for five minutes and counts against your limits. It opens nothing else. It ends with the session, the key or the consent that it was issued to. The service does not store it.',
      tags,
      response: answers(StreamTicketView, { examples: [streamTicketExample] }),
    },
    handler: async ({ actor }) =>
      ok(addressWithTicket(http, actor, await searches.buyerOf(actor), streamInOne)),
  })
}

function follow(
  { streams }: Searches,
  { companyId, id, state, lastEvent }: SearchRecord,
  after: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isOver = state !== 'RUNNING'
  return sendStream(streams, { key: { companyId, id }, after, lastEvent, isOver }, request, reply)
}

/** The event after which the stream continues. An id of another search or of an unknown event is refused. */
function placeIn({ id, lastEvent }: SearchRecord, given: string | undefined): number {
  if (given === undefined || given === '') return 0
  const place = readEventId('srch', given)
  if (!place || place.recordId !== id || place.event > lastEvent) throw fail('event_id_invalid')
  return place.event
}

/** Removes invalid characters from a pasted query, as a product search does. */
function cleanFilters<Filters extends { readonly q?: string | undefined }>(
  filters: Filters,
): Filters {
  return filters.q === undefined ? filters : { ...filters, q: typedText(filters.q) }
}

function viewWithStream(http: Http, actor: Principal, search: SearchRecord) {
  const path = `/api/v1/searches/${search.id}/stream`
  const { url, expiresAt } = addressWithTicket(http, actor, search, path)
  return viewSearch(search, { url, expiresAt })
}

/** Who comes with the ticket has no role from which the unit could follow. */
function addressWithTicket(
  http: Http,
  actor: Principal,
  { unitId }: Pick<SearchRecord, 'unitId'>,
  path: string,
) {
  const buyer = unitId === undefined ? actor : { ...actor, unitId }
  const { text, expiresAt } = http.tickets.issue(path, buyer, 'products:read')
  return { ticket: text, url: `${path}?ticket=${text}`, expiresAt: expiresAt.toISOString() }
}
