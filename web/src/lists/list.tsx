import { Button, Skeleton } from '@mantine/core'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../api.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { Refusal } from '../shell/refusal.tsx'
import styles from './lists.module.css'
import { useCellLabels } from './use-cell-labels.ts'

const everyMs = 10_000

const readOnce = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

export type Column = { readonly title: MessageKey; readonly isNumber?: boolean }

export type ListProps<Item> = {
  readonly id: string
  readonly title: MessageKey
  readonly queryKey: QueryKey
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>
  readonly columns: readonly Column[]
  /** The row of one item: `tr` with a row header first. */
  readonly row: (item: Item) => ReactNode
  /** The text for an empty list. */
  readonly none: MessageKey
  readonly isNoneGood?: boolean
  /** False for search results: they are read once. */
  readonly isLive?: boolean
  /** The control that chooses which rows are shown. */
  readonly filter?: ReactNode
}

/** A list of records with polling: the newest state of the first pages, and more pages on request. */
export function List<Item>(props: ListProps<Item>) {
  const { t } = useWords()
  const { id, queryKey, read, columns, row, none, isNoneGood = true } = props
  const { isLive = true, filter } = props
  const title = t(props.title)
  const table = useCellLabels()
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Item>) => page.nextCursor,
    ...(isLive ? { refetchInterval: everyMs } : readOnce),
  })
  const items = found.data?.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={card.heading}>
          {title}
        </h2>
        {filter}
      </div>
      <Refusal error={found.error} />
      {found.isPending && <Skeleton height={72} />}
      {/* Not after a failed request: there may be items by now. */}
      {items?.length === 0 && !found.error && (
        <p className={`${card.card} ${card.nothing}`}>
          {isNoneGood && <Mark tone="good" />}
          {t(none)}
        </p>
      )}
      {items !== undefined && items.length > 0 && (
        <section
          className={`${card.card} ${styles.scroll}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse.
          tabIndex={0}
          aria-label={t('lists.rows', { list: title })}
        >
          <table ref={table} className={card.table} aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.title}
                    scope="col"
                    {...(column.isNumber && { className: card.number })}
                  >
                    {t(column.title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{items.map(row)}</tbody>
          </table>
        </section>
      )}
      {found.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('lists.more', { list: title })}
        </Button>
      )}
    </section>
  )
}
