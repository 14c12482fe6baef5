import { answers, type Http, ok, type Routes } from '#platform/http'
import { readEventId, sendStream } from '#platform/streams'
import { fail } from '../failures.ts'
import type { Crawls } from '../service.ts'
import { badAddress } from '../sources/routes.ts'
import { isLive, type Run } from './run.ts'
import {
  FollowQuery,
  LastEventIdHeader,
  RunParams,
  RunView,
  runExample,
  StartRunBody,
  streamAnswers,
} from './schemas.ts'
import { viewWithStream } from './view-with-stream.ts'

const tags = ['Crawls']
const access = 'person'
const url = '/api/v1/crawls'
const one = `${url}/:crawlId`
const notFound = 'crawl.run_not_found'

const view = answers(RunView, { examples: [runExample] })

export function runsRoutes(crawls: Crawls): Routes {
  return async (http) => {
    http.addHook('preClose', async () => crawls.streams.close())
    addStarting(http, crawls)
    addReading(http, crawls)
    addSteering(http, crawls)
    addCancelling(http, crawls)
    addFollowing(http, crawls)
  }
}

function addStarting(http: Http, crawls: Crawls): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access,
      fails: [
        ...badAddress,
        'crawl.target_ambiguous',
        'crawl.source_not_found',
        'crawl.source_paused',
        'crawl.source_exists',
        'crawl.sources_too_many',
        'crawl.supplier_unknown',
      ],
    },
    schema: {
      operationId: 'startCrawl',
      summary: 'Start a crawl',
      description:
        'The run goes on in the background. Follow its stream, or read it. A source has one live run: if there is one already, the answer is that run.',
      tags,
      body: StartRunBody,
      response: answers(RunView, { status: 202, examples: [runExample] }),
    },
    handler: async ({ actor, body: { query, ...target } }, reply) => {
      reply.code(202)
      return ok(viewWithStream(http, actor, await crawls.start(actor, target, query)))
    },
  })
}

function addReading(http: Http, crawls: Crawls): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access, fails: [notFound] },
    schema: {
      operationId: 'getCrawl',
      summary: 'Get a crawl',
      description: 'Shows the progress of the run, with a new address of its stream.',
      tags,
      params: RunParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await crawls.getRun(actor, params.crawlId))),
  })
}

function addSteering(http: Http, crawls: Crawls): void {
  http.route({
    method: 'POST',
    url: `${one}/confirm`,
    config: { access, fails: [notFound, 'crawl.run_over'] },
    schema: {
      operationId: 'confirmCrawl',
      summary: 'Confirm a crawl',
      description:
        'The run starts. However often you confirm it, it starts once, and the answer is the run.',
      tags,
      params: RunParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await crawls.confirm(actor, params.crawlId))),
  })

  http.route({
    method: 'POST',
    url: `${one}/reconnect`,
    config: { access, fails: [notFound] },
    schema: {
      operationId: 'reconnectCrawl',
      summary: 'Resume a crawl',
      description:
        'Answers the run with a new address of its stream. A run whose worker was lost goes on at once. However often you call it, the run is dispatched once.',
      tags,
      params: RunParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await crawls.reconnect(actor, params.crawlId))),
  })
}

function addCancelling(http: Http, crawls: Crawls): void {
  http.route({
    method: 'POST',
    url: `${one}/cancel`,
    config: { access, fails: [notFound, 'crawl.run_over'] },
    schema: {
      operationId: 'cancelCrawl',
      summary: 'Cancel a crawl',
      description:
        'Offers that it has found stay. For those who asked for the run and those who may change its source.',
      tags,
      params: RunParams,
      response: view,
    },
    handler: async ({ actor, params }) =>
      ok(viewWithStream(http, actor, await crawls.cancel(actor, params.crawlId))),
  })
}

function addFollowing(http: Http, crawls: Crawls): void {
  http.route({
    method: 'GET',
    url: `${one}/stream`,
    config: {
      access,
      ticket: true,
      fails: [notFound, 'crawl.event_id_invalid', 'crawl.streams_too_many', 'crawl.streams_full'],
    },
    // A HEAD request would never end.
    exposeHeadRoute: false,
    schema: {
      operationId: 'followCrawl',
      summary: 'Stream a crawl',
      description:
        'Sends server-sent events from the beginning, or after `Last-Event-ID`, without a gap or a repeat. A comment follows every 15 seconds. The stream ends with the run. It shows offers, so the company of the source alone follows it.',
      tags,
      params: RunParams,
      querystring: FollowQuery,
      headers: LastEventIdHeader,
      response: streamAnswers,
    },
    handler: async (request, reply) => {
      const { actor, params, query, headers } = request
      const run = await crawls.getRunWithOffers(actor, params.crawlId)
      const { companyId, id, lastEvent } = run
      const after = placeIn(run, headers['last-event-id'] ?? query.lastEventId)
      const asked = { key: { companyId, id }, after, lastEvent, isOver: !isLive(run) }
      return sendStream(crawls.streams, asked, request, reply)
    },
  })
}

/** The event after which the stream continues. An id of another run or of an unknown event is refused. */
function placeIn({ id, lastEvent }: Run, given: string | undefined): number {
  if (given === undefined || given === '') return 0
  const place = readEventId('crl', given)
  if (!place || place.recordId !== id || place.event > lastEvent) throw fail('event_id_invalid')
  return place.event
}
