import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Crawl } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { Facts } from '../records/facts.tsx'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { Page } from '../shell/page.tsx'
import { Refusal } from '../shell/refusal.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { crawlKey, getCrawl } from './crawl-api.ts'
import { CrawlState } from './crawl-state.tsx'
import { FieldCounts } from './field-counts.tsx'
import { PageList } from './page-list.tsx'

const everyMs = 5_000

type Props = { readonly crawlId: string; readonly now: number }

/** One crawl: what it has read, what it found, and its pages. At first those that failed. */
export function CrawlPage({ crawlId, now }: Props) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: [...crawlKey, 'crawl', crawlId],
    queryFn: ({ signal }) => getCrawl(crawlId, signal),
    refetchInterval: everyMs,
  })
  const crawl = found.data
  const title = crawl ? t('crawl.titleOf', { name: crawl.sourceName }) : crawlId
  return (
    <Page title={title} headline={title}>
      <p>
        <Link to="/admin/crawl">{t('crawl.back')}</Link>
      </p>
      <Refusal error={found.error} />
      {found.isPending && <Skeleton height={120} />}
      {crawl && (
        <>
          <CrawlFacts crawl={crawl} />
          <CrawlActions crawl={crawl} />
          <FieldCounts fields={crawl.fields} />
          <PageList crawlId={crawlId} now={now} />
        </>
      )}
    </Page>
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
