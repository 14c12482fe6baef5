import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import card from './card.module.css'
import { EmptyState } from './empty-state.tsx'
import styles from './lists.module.css'
import { Results } from './results.ts'
import { useCellLabels } from './use-cell-labels.ts'

export type Column = { readonly title: MessageKey; readonly isNumber?: boolean }

export type ListViewProps<Item> = {
  /** The anchor of the list, if something links to it. */
  readonly id?: string
  readonly title: MessageKey
  /** Undefined: they are still being read, or could not be read. */
  readonly items: readonly Item[] | undefined
  readonly columns: readonly Column[]
  /** The row of one item: `tr` with a row header first. */
  readonly row: (item: Item) => ReactNode
  /** The text for an empty list. */
  readonly none: MessageKey
  readonly isNoneGood?: boolean
  readonly isLoading?: boolean
  readonly error?: unknown
  /** The control that chooses which rows are shown. */
  readonly filter?: ReactNode
  /** There are more pages. */
  readonly more?: { readonly isLoading: boolean; readonly read: () => void } | undefined
}

/** Rows under a heading, or why there are none. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { items, row, none, isNoneGood = false, isLoading, error, filter, more } = props
  const { t } = useWords()
  const ownId = useId()
  const id = props.id ?? ownId
  const title = t(props.title)
  const [result, setResult] = useState<ReactNode>()
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={card.heading}>
          {title}
        </h2>
        {filter}
      </div>
      <div className="visually-hidden" role="status">
        {result}
      </div>
      <Refusal error={error} />
      {isLoading && <Skeleton height={72} />}
      {/* Not after a failed request: there may be items by now. */}
      {items?.length === 0 && !error && (
        <EmptyState mark={isNoneGood ? 'good' : undefined}>{t(none)}</EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <Table id={id} title={title} columns={props.columns}>
          <Results value={setResult}>{items.map(row)}</Results>
        </Table>
      )}
      {more && (
        <Button
          className={styles.more ?? ''}
          variant="default"
          loading={more.isLoading}
          onClick={more.read}
        >
          {t('lists.more', { list: title })}
        </Button>
      )}
    </section>
  )
}

type TableProps = {
  readonly id: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly children: ReactNode
}

function Table({ id, title, columns, children }: TableProps) {
  const { t } = useWords()
  const table = useCellLabels()
  return (
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
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
