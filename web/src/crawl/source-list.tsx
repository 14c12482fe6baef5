import { Link } from '@tanstack/react-router'
import type { CrawlSource } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { confirmSupplier, setSourceState, startCrawl } from './crawl-api.ts'

const list = listOf('/api/v1/crawl/sources')

/** The sources of all companies, newest first. */
export function SourceList({ now }: { readonly now: number }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="sources"
      title="crawl.sources.title"
      now={now}
      ages={['createdAt']}
      names={{
        kind: 'crawl.kind',
        state: 'crawl.sources.state',
        visibleTo: 'crawl.visibleTo',
      }}
      cells={{
        name: (source) => <Source source={source} />,
        nextRunAt: ({ schedule }) =>
          schedule === null
            ? t('crawl.sources.onRequest')
            : t('crawl.sources.every', { hours: schedule.everyHours }),
      }}
      action={(source) => <SourceActions source={source} />}
      none="crawl.sources.none"
      isNoneGood={false}
    />
  )
}

type Props = { readonly source: CrawlSource }

function Source({ source: { id, name, url, supplierId, supplierConfirmed } }: Props) {
  const { t } = useWords()
  return (
    <>
      {name}
      <span className={styles.id}>{url}</span>
      <PartId id={id} />
      {supplierId !== null && (
        <span className={styles.words}>
          {t(supplierConfirmed ? 'crawl.sources.supplier' : 'crawl.sources.supplierUnconfirmed')}{' '}
          <RecordName id={supplierId} />
        </span>
      )}
    </>
  )
}

function SourceActions({ source }: Props) {
  const { t } = useWords()
  const { id, name, kind, state, supplierId, supplierConfirmed } = source
  const isActive = state === 'ACTIVE'
  return (
    <>
      {kind === 'feed' && <MappingLink id={id} name={name} />}
      <Action
        ask={t(isActive ? 'crawl.sources.pause' : 'crawl.sources.resume')}
        label={t(isActive ? 'crawl.sources.pauseOf' : 'crawl.sources.resumeOf', { name })}
        act={t(isActive ? 'crawl.sources.pauseSure' : 'crawl.sources.resumeSure')}
        run={() => setSourceState(id, isActive ? 'PAUSED' : 'ACTIVE')}
      />
      {isActive && (
        <Action
          ask={t('crawl.start')}
          label={t('crawl.startOf', { name })}
          act={t('crawl.startNow')}
          run={() => startCrawl(id)}
        />
      )}
      {supplierId !== null && !supplierConfirmed && (
        <Action
          ask={t('crawl.sources.confirmSupplier')}
          label={t('crawl.sources.confirmSupplierOf', { name })}
          act={t('crawl.sources.confirmSupplierNow')}
          run={() => confirmSupplier(id, supplierId)}
        />
      )}
    </>
  )
}

function MappingLink({ id, name }: Pick<CrawlSource, 'id' | 'name'>) {
  const { t } = useWords()
  return (
    <Link to="/admin/crawl" search={{ source: id }} aria-label={t('crawl.mapping.of', { name })}>
      {t('crawl.mapping.title')}
    </Link>
  )
}
