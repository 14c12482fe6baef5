import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'

type Page<Item> = {
  readonly data: readonly Item[]
  readonly meta: { readonly nextCursor?: string }
}

type Props<Item> = {
  readonly queryKey: QueryKey
  readonly read: (page: PageQuery, signal: AbortSignal) => Promise<Page<Item>>
  /** Stands in the place of no items. */
  readonly none: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

export type PageQuery = { readonly cursor?: string; readonly limit: number }

/** A list of the API, page after page as the person wants more. */
export function PagedList<Item>({ queryKey, read, none, children }: Props<Item>) {
  const { t } = useWords()
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ ...(pageParam !== undefined && { cursor: pageParam }), limit: 50 }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    placeholderData: keepPreviousData,
  })
  const items = found.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <Refusal error={found.error} />
      {found.isPending && <Skeleton height={120} />}
      {items?.length === 0 && !found.hasNextPage && <EmptyState>{none}</EmptyState>}
      {items !== undefined && items.length > 0 && children(items)}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('catalogue.more')}
        </Button>
      )}
    </>
  )
}
