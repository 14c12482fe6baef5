import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Crawls } from '../service.ts'
import { SourceParams } from '../sources/schemas.ts'
import {
  ConfirmMappingBody,
  MappingPreview,
  MappingView,
  mappingExample,
  PreviewMappingBody,
  previewExample,
  viewMapping,
  viewProduct,
} from './schemas.ts'

const tags = ['Operations']
const access = 'operator'
const url = '/admin/crawls/sources/:sourceId/mapping'
const notFound = ['crawl.source_not_found', 'crawl.mapping_not_found'] as const
const notOfFile = ['crawl.mapping_item_unknown', 'crawl.mapping_path_unknown'] as const

/** Operators say what the elements of a supplier's own XML mean. */
export function mappingRoutes(crawls: Crawls): Routes {
  return async (http) => {
    addReading(http, crawls)
    addChanging(http, crawls)
  }
}

function addReading(http: Http, crawls: Crawls): void {
  http.route({
    method: 'GET',
    url,
    config: { access, fails: [...notFound] },
    schema: {
      operationId: 'getCrawlMapping',
      summary: 'Get the mapping of a crawl source',
      description:
        'How the XML file of a source may be read, with samples, and its first products as the confirmed or the proposed mapping reads them. A source that has no XML of its own format has no mapping.',
      tags,
      params: SourceParams,
      response: answers(MappingView, { examples: [mappingExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewMapping(await crawls.getMapping(actor, params.sourceId))),
  })

  http.route({
    method: 'POST',
    url: `${url}/preview`,
    config: { access, fails: [...notFound, ...notOfFile] },
    schema: {
      operationId: 'previewCrawlMapping',
      summary: 'Test a mapping of a crawl source',
      description: 'The first products of the file as this mapping would read them.',
      tags,
      params: SourceParams,
      body: PreviewMappingBody,
      response: answers(MappingPreview, { examples: [previewExample] }),
    },
    handler: async ({ actor, params, body }) => {
      const products = await crawls.previewMapping(actor, params.sourceId, body)
      return ok({ products: products.map(viewProduct) })
    },
  })
}

function addChanging(http: Http, crawls: Crawls): void {
  http.route({
    method: 'PUT',
    url,
    config: {
      access,
      fails: [
        ...notFound,
        ...notOfFile,
        'crawl.mapping_incomplete',
        'crawl.mapping_version_conflict',
      ],
    },
    schema: {
      operationId: 'confirmCrawlMapping',
      summary: 'Confirm the mapping of a crawl source',
      description:
        'From its next run on, the file is read so, as long as it has these elements. `name` and `number` are required.',
      tags,
      params: SourceParams,
      body: ConfirmMappingBody,
      response: answers(MappingView, { examples: [mappingExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewMapping(await crawls.confirmMapping(actor, params.sourceId, body))),
  })

  http.route({
    method: 'DELETE',
    url,
    config: { access, fails: [...notFound, 'crawl.mapping_not_confirmed'] },
    schema: {
      operationId: 'withdrawCrawlMapping',
      summary: 'Delete the mapping of a crawl source',
      description:
        'A live run is cancelled, the offers of the source vanish at once, and its file waits for a mapping again.',
      tags,
      params: SourceParams,
      response: answers(MappingView, { examples: [mappingExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewMapping(await crawls.withdrawMapping(actor, params.sourceId))),
  })
}
