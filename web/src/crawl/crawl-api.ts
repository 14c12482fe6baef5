import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { Crawl, CrawlMapping, CrawlPage, CrawlSource, HeldOffers } from '../api-types.ts'
import type { ChoiceOf } from '../lists/choices.ts'

/** What every list and record of crawls is read again by. */
export const crawlKey = ['crawl']

const empty = { body: {} } as object

export async function listCrawls(
  choice: ChoiceOf<'crawls'> | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Crawl>> {
  const query = { ...queryOf({ cursor }), ...filterOf(choice) }
  return pageOf(await api.get('/api/v1/crawls', { params: { query }, signal }))
}

function filterOf(choice: ChoiceOf<'crawls'> | undefined) {
  if (choice === undefined) return {}
  if (choice === 'PROPOSED') return { state: 'QUEUED' as const, awaitingConfirmation: true }
  if (choice === 'QUEUED') return { state: choice, awaitingConfirmation: false }
  return { state: choice }
}

export async function getCrawl(crawlId: string, signal: AbortSignal): Promise<Crawl> {
  const params = { path: { crawlId } }
  return (await api.get('/api/v1/crawls/{crawlId}', { params, signal })).data
}

export async function listCrawlPages(
  crawlId: string,
  state: ChoiceOf<'pages'> | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<CrawlPage>> {
  const params = { path: { crawlId }, query: queryOf({ cursor, state }) }
  return pageOf(await api.get('/api/v1/crawls/{crawlId}/pages', { params, signal }))
}

export async function startCrawl(sourceId: string): Promise<void> {
  await api.post('/api/v1/crawls', { body: { sourceId } })
}

/** No crawl of a paused source starts. */
export async function setSourceState(sourceId: string, state: 'ACTIVE' | 'PAUSED'): Promise<void> {
  const params = { path: { sourceId } }
  await api.patch('/api/v1/crawl/sources/{sourceId}', { params, body: { state } })
}

export async function confirmCrawl(crawlId: string): Promise<void> {
  const params = { path: { crawlId } }
  await api.post('/api/v1/crawls/{crawlId}/confirm', { params, ...empty })
}

export async function reconnectCrawl(crawlId: string): Promise<void> {
  const params = { path: { crawlId } }
  await api.post('/api/v1/crawls/{crawlId}/reconnect', { params, ...empty })
}

export async function cancelCrawl(crawlId: string): Promise<void> {
  const params = { path: { crawlId } }
  await api.post('/api/v1/crawls/{crawlId}/cancel', { params, ...empty })
}

export async function listCrawlSources(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<CrawlSource>> {
  const query = queryOf({ cursor })
  return pageOf(await api.get('/api/v1/crawl/sources', { params: { query }, signal }))
}

/** From then on the offer requests of the source go to this supplier. */
export async function confirmSupplier(sourceId: string, supplierId: string): Promise<void> {
  const params = { path: { sourceId } }
  await api.patch('/api/v1/crawl/sources/{sourceId}', { params, body: { supplierId } })
}

export async function listHeldOffers(
  state: ChoiceOf<'held-offers'> | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<HeldOffers>> {
  const query = queryOf({ cursor, state })
  return pageOf(await api.get('/admin/crawls/held-offers', { params: { query }, signal }))
}

/** `ACCEPTED`: the missing offers vanish. `DISMISSED`: they stay. */
export async function decideHeldOffers(
  reviewId: string,
  decision: 'ACCEPTED' | 'DISMISSED',
): Promise<void> {
  const params = { path: { reviewId } }
  await api.post('/admin/crawls/held-offers/{reviewId}/decide', { params, body: { decision } })
}

const mappingOf = '/admin/crawls/sources/{sourceId}/mapping'

/** How a file is read: the element of a product, and the path of each field. */
export type Mapping = Pick<CrawlMapping['shapes'][number], 'item' | 'fields'>

export async function getMapping(sourceId: string, signal: AbortSignal): Promise<CrawlMapping> {
  return (await api.get(mappingOf, { params: { path: { sourceId } }, signal })).data
}

/** The first products as this mapping would read them. */
export async function previewMapping(
  sourceId: string,
  mapping: Mapping,
): Promise<CrawlMapping['preview']> {
  const params = { path: { sourceId } }
  const { data } = await api.post(`${mappingOf}/preview`, { params, body: mapping })
  return data.products
}

export async function confirmMapping(
  sourceId: string,
  expectedVersion: number,
  mapping: Mapping,
): Promise<void> {
  const params = { path: { sourceId } }
  await api.put(mappingOf, { params, body: { expectedVersion, ...mapping } })
}

/** The offers of the source vanish. */
export async function withdrawMapping(sourceId: string): Promise<void> {
  await api.delete(mappingOf, { params: { path: { sourceId } }, ...empty })
}
