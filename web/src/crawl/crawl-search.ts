import { type ChosenRows, readChoices } from '../lists/choices.ts'

/** What the address of the page asks for: choices of rows, or one crawl. */
export type CrawlSearch = ChosenRows<'crawls' | 'held-offers' | 'pages'> & {
  readonly crawl?: string
}

const readRows = readChoices('crawls', 'held-offers', 'pages')

export function readCrawlSearch(search: Readonly<Record<string, unknown>>): CrawlSearch {
  const crawl = String(search.crawl ?? '').trim()
  return { ...readRows(search), ...(crawl !== '' && { crawl }) }
}
