import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { FirstDay } from '../first-day/first-day.tsx'
import { withoutUndefined } from '../without-undefined.ts'
import { FacetPanel } from './facet-panel.tsx'
import { Results } from './results.tsx'
import styles from './search.module.css'
import type { Search } from './search-address.ts'
import { findProducts } from './search-api.ts'
import { SearchBox } from './search-box.tsx'

type Props = { readonly asked: Search }

/** The catalogue: what a person types is searched while they type, and each filter stands in the address. */
export function SearchPage({ asked }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const found = useInfiniteQuery({
    queryKey: ['products', asked],
    queryFn: ({ pageParam, signal }) => findProducts(asked, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    // The last result stays while the next one is on its way, so that nothing jumps.
    placeholderData: keepPreviousData,
  })
  const ask = (search: Search, replace = false) =>
    void navigate({ to: '/', search, replace, resetScroll: !replace })
  const change = (changes: { readonly [Name in keyof Search]?: Search[Name] | undefined }) =>
    ask(withoutUndefined<Search>({ ...asked, ...changes }))
  const first = found.data?.pages[0]
  return (
    <Page title={asked.q ?? t('frame.search')} headline={t('catalogue.title')}>
      <SearchBox asked={asked} onAsk={ask} />
      <Link to="/chats">{t('frame.toChat')}</Link>
      {asked.q === undefined && <FirstDay />}
      <Refusal error={found.error} />
      <div className={styles.columns} aria-busy={found.isFetching}>
        <FacetPanel asked={asked} facets={first?.meta.facets} onChange={change} />
        <Results asked={asked} found={found} onChange={change} onAsk={ask} />
      </div>
    </Page>
  )
}
