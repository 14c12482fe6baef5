import { Link } from '@tanstack/react-router'
import type { Crawl } from '../api-types.ts'
import { Facts } from '../components/facts.tsx'
import { RecordFrame } from '../components/record.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { crawlKey, getCrawl } from './crawl-api.ts'
import { CrawlState } from './crawl-state.tsx'
import { FieldCounts } from './field-counts.tsx'
import { PageList } from './page-list.tsx'

type Props = { readonly crawlId: string; readonly now: number }

/** One crawl: what it has read, what it found, and its pages. At first those that failed. */
export function CrawlPage({ crawlId, now }: Props) {
  const { t } = useWords()
  return (
    <RecordFrame
      queryKey={[...crawlKey, 'crawl', crawlId]}
      read={(signal) => getCrawl(crawlId, signal)}
      title={(crawl) => (crawl ? t('crawl.titleOf', { name: crawl.sourceName }) : crawlId)}
      back={<Link to="/admin/crawl">{t('crawl.back')}</Link>}
      everyMs={5_000}
    >
      {(crawl) => (
        <>
          <CrawlFacts crawl={crawl} />
          <CrawlActions crawl={crawl} />
          <FieldCounts fields={crawl.fields} />
          <PageList crawlId={crawlId} now={now} />
        </>
      )}
    </RecordFrame>
  )
}

function CrawlFacts({ crawl }: { readonly crawl: Crawl }) {
  const { t, number, instant } = useWords()
  const { id, sourceId, companyId, requests, bytes, offers, offersChanged, redispatches } = crawl
  const { createdAt, startedAt, endedAt } = crawl
  return (
    <Facts
      facts={[
        [t('lists.column.state'), <CrawlState key="state" crawl={crawl} />],
        [t('crawl.fact.crawl'), <RecordId key="id" id={id} />],
        [t('crawl.column.source'), <RecordName key="source" id={sourceId} />],
        [t('lists.column.company'), <RecordName key="company" id={companyId} />],
        [t('crawl.column.requests'), number(requests)],
        [
          t('crawl.fact.received'),
          t('crawl.kilobytes', { size: number(Math.ceil(bytes / 1_000)) }),
        ],
        [t('crawl.column.offers'), number(offers)],
        [t('crawl.fact.offersChanged'), number(offersChanged)],
        [t('crawl.fact.redispatches'), number(redispatches)],
        [t('crawl.fact.created'), instant(createdAt)],
        [t('crawl.fact.started'), startedAt === null ? undefined : instant(startedAt)],
        [t('crawl.fact.ended'), endedAt === null ? undefined : instant(endedAt)],
      ]}
    />
  )
}
