import { platformCompanyId } from '#modules/identity'
import { type Cut, defineList, type ListRequest, lastId, placed } from '#platform/lists'
import type { Crawls } from '../service.ts'
import { SourceView, sourceExample, viewSource } from './schemas.ts'
import type { Source } from './source.ts'

export const sourceList = (crawls: Crawls) =>
  defineList({
    operationId: 'listCrawlSources',
    url: '/api/v1/crawl/sources',
    summary: 'List crawl sources',
    description:
      'The sources of your company and those that everyone sees, newest first. Operators see those of every company.',
    tags: ['Crawls'],
    config: { access: 'person' },
    item: SourceView,
    examples: [sourceExample],
    columns: ['name', 'kind', 'companyId', 'visibleTo', 'state', 'nextRunAt', 'createdAt'],
    filters: {},
    sorts: { newest: { read: (request: ListRequest, cut) => readNewest(crawls, request, cut) } },
    show: (sources: readonly Source[]) =>
      sources.map((source) => viewSource(source, platformCompanyId)),
  })

async function readNewest(crawls: Crawls, { actor }: ListRequest, cut: Cut) {
  const found = await crawls.listSources(actor, { before: lastId(cut), limit: cut.limit })
  return placed(found, ({ id }) => [id])
}
