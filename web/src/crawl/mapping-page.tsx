import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CrawlMapping } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { Actions } from '../components/actions.tsx'
import { Facts } from '../components/facts.tsx'
import { RecordFrame } from '../components/record.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordName } from '../records/record-name.tsx'
import { crawlKey, getMapping, startCrawl, withdrawMapping } from './crawl-api.ts'
import { MappingForm } from './mapping-form.tsx'
import { Reason } from './reason.tsx'

/** What the elements of a supplier's own XML mean: what is proposed or confirmed, and the form that confirms it. */
export function MappingPage({ sourceId }: { readonly sourceId: string }) {
  const { t } = useWords()
  const [result, setResult] = useState<string>()
  return (
    <RecordFrame
      queryKey={[...crawlKey, 'mapping', sourceId]}
      read={(signal) => getMapping(sourceId, signal)}
      title={(mapping) =>
        mapping ? t('crawl.mapping.of', { name: mapping.sourceName }) : sourceId
      }
      back={<Link to="/admin/crawl">{t('crawl.back')}</Link>}
      isLive={false}
    >
      {(mapping) => (
        <>
          <p className={result ? 'notice' : 'visually-hidden'} role="status">
            {result}
          </p>
          <MappingFacts mapping={mapping} />
          <MappingActions mapping={mapping} />
          <MappingForm
            key={mapping.version}
            mapping={mapping}
            onConfirmed={() => setResult(t('crawl.mapping.done'))}
          />
        </>
      )}
    </RecordFrame>
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
      <Action
        ask={t('crawl.start')}
        label={t('crawl.startOf', { name })}
        act={t('crawl.startNow')}
        run={() => startCrawl(sourceId)}
      />
      <Action
        ask={t('crawl.mapping.withdraw')}
        label={t('crawl.mapping.withdrawOf', { name })}
        act={t('crawl.mapping.withdrawSure')}
        run={() => withdrawMapping(sourceId)}
      />
    </Actions>
  )
}
