import { Button, Skeleton } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { useWords } from '../../language/use-words.ts'
import { CompareBar } from '../compare/compare-bar.tsx'
import { ResultRow } from './result-row.tsx'
import styles from './search.module.css'
import { countFilters, type Search, type Sort, sorts } from './search-address.ts'
import type { FoundProduct, FoundProducts } from './search-api.ts'

type Props = {
  readonly asked: Search
  readonly found: UseInfiniteQueryResult<InfiniteData<FoundProducts>>
  readonly onChange: (changes: { readonly sort: Sort | undefined }) => void
  readonly onAsk: (search: Search) => void
}

/** The products of a search: what was found, what the words were taken for, and what only comes near. */
export function Results({ asked, found, onChange, onAsk }: Props) {
  const { t } = useWords()
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  if (isPending) return <Waiting />
  const first = data?.pages[0]
  if (!first) return <div />
  const { meta } = first
  const products = data.pages.flatMap((page) => page.data)
  return (
    <div className={styles.results}>
      <div className={styles.resultsHead}>
        <p role="status">
          {t('catalogue.found', {
            total: meta.total,
            atLeast: meta.totalIsLowerBound ? 'yes' : 'no',
          })}
        </p>
        <SortChoice asked={asked} onChange={onChange} />
      </div>
      <Correction asked={asked} meta={meta} onAsk={onAsk} />
      <Found products={products} sponsored={meta.sponsored ?? []} />
      {products.length === 0 && !meta.nearMisses && <NothingFound asked={asked} onAsk={onAsk} />}
      {meta.nearMisses && (
        <section aria-labelledby="near">
          <h2 id="near" className={styles.nearTitle}>
            {t('catalogue.near')}
          </h2>
          {meta.nearMisses.map((product) => (
            <ResultRow key={product.id} product={product} />
          ))}
        </section>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('catalogue.more')}
        </Button>
      )}
      <CompareBar />
    </div>
  )
}

type FoundProps = {
  readonly products: readonly FoundProduct[]
  readonly sponsored: NonNullable<FoundProducts['meta']['sponsored']>
}

/** Each sponsored product stands before the place that it has won, and says who pays for it. */
function Found({ products, sponsored }: FoundProps) {
  const { t } = useWords()
  return products.map((product, at) => (
    <Fragment key={product.id}>
      {sponsored
        .filter(({ position }) => position === at)
        .map(({ product: paid, label, advertiser, clickUrl, why }) => (
          <ResultRow
            key={paid.id}
            product={paid}
            sponsored={{
              note: t('catalogue.sponsored', { label, advertiser: advertiser.name }),
              why,
              clickUrl,
            }}
          />
        ))}
      <ResultRow product={product} />
    </Fragment>
  ))
}

function Waiting() {
  return (
    <div className={styles.results}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={112} radius="md" />
      ))}
    </div>
  )
}

type CorrectionProps = Pick<Props, 'asked' | 'onAsk'> & { readonly meta: FoundProducts['meta'] }

/** The service searched for other words than the person typed. In quotes they count as they are. */
function Correction({ asked, meta: { correctedQuery, notices }, onAsk }: CorrectionProps) {
  const { t } = useWords()
  const exact = `"${asked.q ?? ''}"`
  return (
    <>
      {correctedQuery !== undefined && (
        <p className="notice">
          {t('catalogue.corrected', { words: correctedQuery })}{' '}
          <button
            type="button"
            className={styles.plainButton}
            onClick={() => onAsk({ ...asked, q: exact })}
          >
            {t('catalogue.searchExactly', { words: exact })}
          </button>
        </p>
      )}
      {notices?.map(({ message }) => (
        <p key={message} className="notice">
          {message}
        </p>
      ))}
    </>
  )
}

function SortChoice({ asked, onChange }: Pick<Props, 'asked' | 'onChange'>) {
  const { t } = useWords()
  const byDefault = asked.q === undefined ? 'newest' : 'relevance'
  return (
    <label className={styles.sort}>
      {t('catalogue.sort')}
      <select
        value={asked.sort ?? byDefault}
        onChange={({ currentTarget: { value } }) => {
          const sort = sorts.find((known) => known === value)
          onChange({ sort: sort === byDefault ? undefined : sort })
        }}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`catalogue.sort.${sort}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

function NothingFound({ asked, onAsk }: Pick<Props, 'asked' | 'onAsk'>) {
  const { t } = useWords()
  const { q } = asked
  return (
    <EmptyState>
      <span>{t('catalogue.none')}</span>
      {countFilters(asked) > 0 && (
        <button
          type="button"
          className={styles.plainButton}
          onClick={() => onAsk(q === undefined ? {} : { q })}
        >
          {t('catalogue.clear')}
        </button>
      )}
    </EmptyState>
  )
}
