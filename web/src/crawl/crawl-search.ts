import { type ChosenRows, readChoices } from '../components/choices.ts'

/** What the address of the page asks for: choices of rows, one crawl, or one source. */
export type CrawlSearch = ChosenRows<'crawls' | 'held-offers' | 'pages'> & {
  readonly crawl?: string
  readonly source?: string
}

const readRows = readChoices('crawls', 'held-offers', 'pages')

export function readCrawlSearch(search: Readonly<Record<string, unknown>>): CrawlSearch {
  const crawl = String(search.crawl ?? '').trim()
  const source = String(search.source ?? '').trim()
  return {
    ...readRows(search),
    ...(crawl !== '' && { crawl }),
    ...(source !== '' && { source }),
  }
}
