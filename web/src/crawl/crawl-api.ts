import { api, emptyBody } from '../api.ts'
import type { Crawl, CrawlMapping } from '../api-types.ts'

/** What every list and record of crawls is read again by. */
export const crawlKey = ['crawl']

export async function getCrawl(crawlId: string, signal: AbortSignal): Promise<Crawl> {
  const params = { path: { crawlId } }
  return (await api.get('/api/v1/crawls/{crawlId}', { params, signal })).data
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
  await api.post('/api/v1/crawls/{crawlId}/confirm', { params, ...emptyBody })
}

export async function reconnectCrawl(crawlId: string): Promise<void> {
  const params = { path: { crawlId } }
  await api.post('/api/v1/crawls/{crawlId}/reconnect', { params, ...emptyBody })
}

export async function cancelCrawl(crawlId: string): Promise<void> {
  const params = { path: { crawlId } }
  await api.post('/api/v1/crawls/{crawlId}/cancel', { params, ...emptyBody })
}

/** From then on the offer requests of the source go to this supplier. */
export async function confirmSupplier(sourceId: string, supplierId: string): Promise<void> {
  const params = { path: { sourceId } }
  await api.patch('/api/v1/crawl/sources/{sourceId}', { params, body: { supplierId } })
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
  await api.delete(mappingOf, { params: { path: { sourceId } }, ...emptyBody })
}
