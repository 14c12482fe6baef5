import { Type } from 'typebox'
import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
import type { Crawls } from '../service.ts'
import type { PageState } from '../work/page.ts'
import type { PageRecord } from './page-list-store.ts'
import { PageStateName, PageView, pageExample, viewPage } from './schemas.ts'

export const pageList = (crawls: Crawls) =>
  defineList({
    operationId: 'listCrawlPages',
    url: '/api/v1/crawls/:crawlId/pages',
    summary: 'List pages of a crawl',
    description: 'In no particular order. Filter by state to see what failed, and why.',
    tags: ['Crawls'],
    config: { access: 'person', fails: ['crawl.run_not_found'] },
    params: Type.Object({ crawlId: Type.String({ maxLength: 100 }) }),
    item: PageView,
    examples: [pageExample],
    columns: ['url', 'state', 'reason', 'status', 'attempts', 'offers', 'tookMs', 'fetchedAt'],
    filters: { state: filter(PageStateName) },
    sorts: { address: { read: (request: Request, cut) => readPages(crawls, request, cut) } },
    show: (pages: readonly PageRecord[]) => pages.map(viewPage),
  })

type Request = ListRequest<{ readonly state?: PageState }>

async function readPages(crawls: Crawls, { actor, params, query }: Request, cut: Cut) {
  const filter = { state: query.state, after: lastId(cut), limit: cut.limit }
  const found = await crawls.listPages(actor, String(params.crawlId), filter)
  return placed(found, ({ hash }) => [hash])
}
