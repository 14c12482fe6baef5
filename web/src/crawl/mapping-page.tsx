import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CrawlMapping } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { ConfirmedButton } from '../lists/confirmed-button.tsx'
import { Actions } from '../records/actions.tsx'
import { Facts } from '../records/facts.tsx'
import { RecordName } from '../records/record-name.tsx'
import { Page } from '../shell/page.tsx'
import { Refusal } from '../shell/refusal.tsx'
import { crawlKey, getMapping, startCrawl, withdrawMapping } from './crawl-api.ts'
import { MappingForm } from './mapping-form.tsx'
import { Reason } from './reason.tsx'

/** What the elements of a supplier's own XML mean: what is proposed or confirmed, and the form that confirms it. */
export function MappingPage({ sourceId }: { readonly sourceId: string }) {
  const { t } = useWords()
  const [result, setResult] = useState<string>()
  const found = useQuery({
    queryKey: [...crawlKey, 'mapping', sourceId],
    queryFn: ({ signal }) => getMapping(sourceId, signal),
  })
  const mapping = found.data
  const title = mapping ? t('crawl.mapping.of', { name: mapping.sourceName }) : sourceId
  return (
    <Page title={title} headline={title}>
      <p>
        <Link to="/admin/crawl">{t('crawl.back')}</Link>
      </p>
      <p className={result ? 'notice' : 'visually-hidden'} role="status">
        {result}
      </p>
      <Refusal error={found.error} />
      {found.isPending && <Skeleton height={120} />}
      {mapping && (
        <>
          <MappingFacts mapping={mapping} />
          <MappingActions mapping={mapping} />
          <MappingForm
            key={mapping.version}
            mapping={mapping}
            onConfirmed={() => setResult(t('crawl.mapping.done'))}
          />
        </>
      )}
    </Page>
  )
}

function MappingFacts({ mapping }: { readonly mapping: CrawlMapping }) {
  const { t, instant } = useWords()
  const { state, waitsBecause, waitingSince, url, confirmed } = mapping
  return (
    <Facts
      facts={[
        [
          t('lists.column.state'),
          <span key="state">
            {t(`crawl.mapping.state.${state}`)}
            {waitsBecause !== null && <Reason code={waitsBecause} />}
          </span>,
        ],
        [t('crawl.column.address'), url],
        [
          t('crawl.mapping.waitingSince'),
          waitingSince === null ? undefined : instant(waitingSince),
        ],
        [t('crawl.mapping.confirmed'), confirmed && instant(confirmed.confirmedAt)],
        [
          t('crawl.mapping.confirmedBy'),
          confirmed?.confirmedBy && <RecordName key="by" id={confirmed.confirmedBy} />,
        ],
      ]}
    />
  )
}

function MappingActions({ mapping }: { readonly mapping: CrawlMapping }) {
  const { t } = useWords()
  const { sourceId, sourceName: name, confirmed } = mapping
  if (!confirmed) return null
  return (
    <Actions>
      <ConfirmedButton
        ask={t('crawl.start')}
        label={t('crawl.startOf', { name })}
        confirm={t('crawl.startNow')}
        act={() => startCrawl(sourceId)}
        changes={crawlKey}
      />
      <ConfirmedButton
        ask={t('crawl.mapping.withdraw')}
        label={t('crawl.mapping.withdrawOf', { name })}
        confirm={t('crawl.mapping.withdrawSure')}
        act={() => withdrawMapping(sourceId)}
        changes={crawlKey}
      />
    </Actions>
  )
}
