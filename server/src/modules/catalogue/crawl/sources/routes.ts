import { platformCompanyId } from '#modules/identity'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import type { Crawls } from '../service.ts'
import {
  ChangeSourceBody,
  CreateSourceBody,
  SourceParams,
  SourceView,
  sourceExample,
  viewSource,
} from './schemas.ts'
import type { Source } from './source.ts'

const tags = ['Crawls']
const url = '/api/v1/crawl/sources'
const one = `${url}/:sourceId`
const notFound = 'crawl.source_not_found'
/** Sources are made by the administrators of companies, and by operators. */
const access = 'supplier_admin'

const view = (source: Source) => viewSource(source, platformCompanyId)

export const badAddress = [
  'crawl.address_invalid',
  'crawl.address_scheme_unsupported',
  'crawl.address_has_credentials',
  'crawl.address_unsafe',
] as const

export function sourcesRoutes(crawls: Crawls): Routes {
  return async (http) => {
    addCreating(http, crawls)
    addReading(http, crawls)
    addChanging(http, crawls)
  }
}

function addCreating(http: Http, crawls: Crawls): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access,
      fails: [
        ...badAddress,
        'crawl.source_exists',
        'crawl.sources_too_many',
        'crawl.supplier_unknown',
      ],
    },
    schema: {
      operationId: 'createCrawlSource',
      summary: 'Create a crawl source',
      description:
        'Your company alone sees the offers of its sources. Everyone sees those of operators. For administrators of a company and for operators.',
      tags,
      body: CreateSourceBody,
      response: answers(SourceView, { status: 201, examples: [sourceExample] }),
    },
    handler: async ({ actor, body }, reply) => {
      const { schedule, ...source } = body
      const made = await crawls.createSource(actor, { ...source, everyHours: schedule?.everyHours })
      reply.code(201)
      return ok(view(made))
    },
  })
}

function addReading(http: Http, crawls: Crawls): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'person', fails: [notFound] },
    schema: {
      operationId: 'getCrawlSource',
      summary: 'Get a crawl source',
      tags,
      params: SourceParams,
      response: answers(SourceView, { examples: [sourceExample] }),
    },
    handler: async ({ actor, params }) => ok(view(await crawls.getSource(actor, params.sourceId))),
  })
}

function addChanging(http: Http, crawls: Crawls): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: { access, fails: [notFound, 'crawl.supplier_unknown'] },
    schema: {
      operationId: 'changeCrawlSource',
      summary: 'Change a crawl source',
      description: 'A source that is paused starts no run. A run that is live goes on.',
      tags,
      params: SourceParams,
      body: ChangeSourceBody,
      response: answers(SourceView, { examples: [sourceExample] }),
    },
    handler: async ({ actor, params, body }) => {
      const { schedule, ...edit } = body
      const everyHours = schedule === null ? null : schedule?.everyHours
      return ok(view(await crawls.changeSource(actor, params.sourceId, { ...edit, everyHours })))
    },
  })

  http.route({
    method: 'DELETE',
    url: one,
    config: { access, fails: [notFound] },
    schema: {
      operationId: 'deleteCrawlSource',
      summary: 'Delete a crawl source',
      description: 'Its live run is cancelled, and nobody sees its offers any more.',
      tags,
      params: SourceParams,
      response: answers(IdView, { examples: [{ id: sourceExample.id }] }),
    },
    handler: async ({ actor, params }) => {
      await crawls.deleteSource(actor, params.sourceId)
      return ok({ id: params.sourceId })
    },
  })
}
