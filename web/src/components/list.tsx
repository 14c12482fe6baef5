import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '../api.ts'
import { ListView, type ListViewProps } from './list-view.tsx'

export type { Column } from './list-view.tsx'

const everyMs = 10_000

const readOnce = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

export type ListProps<Item> = Omit<
  ListViewProps<Item>,
  'items' | 'isLoading' | 'error' | 'more' | 'id'
> & {
  readonly id: string
  readonly queryKey: QueryKey
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>
  /** False for search results: they are read once. */
  readonly isLive?: boolean
}

/** A list of records with polling: the newest state of the first pages, and more pages on request. */
export function List<Item>({ queryKey, read, isLive = true, ...shown }: ListProps<Item>) {
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Item>) => page.nextCursor,
    ...(isLive ? { refetchInterval: everyMs } : readOnce),
  })
  const more = { isLoading: found.isFetchingNextPage, read: () => void found.fetchNextPage() }
  return (
    <ListView
      isNoneGood
      {...shown}
      items={found.data?.pages.flatMap((page) => page.items)}
      isLoading={found.isPending}
      error={found.error}
      more={found.hasNextPage ? more : undefined}
    />
  )
}
