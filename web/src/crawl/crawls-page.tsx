import { useNow } from '../components/use-now.ts'
import { useWords } from '../language/use-words.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { CrawlList } from './crawl-list.tsx'
import { CrawlPage } from './crawl-page.tsx'
import type { CrawlSearch } from './crawl-search.ts'
import { HeldOffersList } from './held-offers-list.tsx'
import { MappingPage } from './mapping-page.tsx'
import { SourceList } from './source-list.tsx'

/** The crawls of all companies, their sources and held offers, one crawl, or the mapping of one source. Each has its own address. */
export function CrawlsPage({ search }: { readonly search: CrawlSearch }) {
  const { t } = useWords()
  const now = useNow()
  useEndedSession()
  const { crawl: crawlId, source: sourceId } = search
  if (crawlId !== undefined) return <CrawlPage key={crawlId} crawlId={crawlId} now={now} />
  if (sourceId !== undefined) return <MappingPage key={sourceId} sourceId={sourceId} />
  return (
    <Page title={t('shell.page.crawl')} headline={t('shell.page.crawl')}>
      <HeldOffersList now={now} />
      <CrawlList now={now} />
      <SourceList now={now} />
    </Page>
  )
}
