import { type ReactNode, useId } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import type { Column } from '../lists/list.tsx'
import lists from '../lists/lists.module.css'
import { useCellLabels } from '../lists/use-cell-labels.ts'
import card from '../operations/operations.module.css'

type Props<Item> = {
  readonly title: MessageKey
  readonly items: readonly Item[]
  readonly columns: readonly Column[]
  readonly row: (item: Item) => ReactNode
  /** The text for no items. */
  readonly none: MessageKey
}

/** A table of the parts of a record, all of which came with it. */
export function Rows<Item>({ title, items, columns, row, none }: Props<Item>) {
  const id = useId()
  const table = useCellLabels()
  const { t } = useWords()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={card.heading}>
        {t(title)}
      </h2>
      {items.length === 0 ? (
        <p className={`${card.card} ${card.nothing}`}>{t(none)}</p>
      ) : (
        <section
          className={`${card.card} ${lists.scroll}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse.
          tabIndex={0}
          aria-label={t('lists.rows', { list: t(title) })}
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
    </section>
  )
}
