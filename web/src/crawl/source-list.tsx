import { Link } from '@tanstack/react-router'
import type { CrawlSource } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import {
  confirmSupplier,
  crawlKey,
  listCrawlSources,
  setSourceState,
  startCrawl,
} from './crawl-api.ts'

const columns = [
  { title: 'crawl.column.source' },
  { title: 'crawl.column.kind' },
  { title: 'lists.column.state' },
  { title: 'crawl.column.schedule' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The sources of all companies, newest first. */
export function SourceList({ now }: { readonly now: number }) {
  return (
    <List
      id="sources"
      title="crawl.sources.title"
      queryKey={[...crawlKey, 'sources']}
      read={listCrawlSources}
      columns={columns}
      row={(source) => <SourceRow key={source.id} source={source} now={now} />}
      none="crawl.sources.none"
      isNoneGood={false}
    />
  )
}

function SourceRow({ source, now }: { readonly source: CrawlSource; readonly now: number }) {
  const { t } = useWords()
  const { id, name, url, kind, companyId, visibleTo, state, schedule, createdAt } = source
  const { supplierId, supplierConfirmed } = source
  const isActive = state === 'ACTIVE'
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.id}>{url}</span>
        <PartId id={id} />
        <RecordName id={companyId} />
        {supplierId !== null && (
          <span className={styles.words}>
            {t(supplierConfirmed ? 'crawl.sources.supplier' : 'crawl.sources.supplierUnconfirmed')}{' '}
            <RecordName id={supplierId} />
          </span>
        )}
      </th>
      <td>
        {t(`crawl.kind.${kind}`)}
        <br />
        <span className={styles.quiet}>{t(`crawl.visibleTo.${visibleTo}`)}</span>
      </td>
      <td>{t(`crawl.sources.state.${state}`)}</td>
      <td>
        {schedule === null
          ? t('crawl.sources.onRequest')
          : t('crawl.sources.every', { hours: schedule.everyHours })}
      </td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
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
      </td>
    </tr>
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
