import type { ReactNode } from 'react'
import card from '../components/card.module.css'
import lists from '../components/lists.module.css'
import { useCellLabels } from '../components/use-cell-labels.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'

/** `number`: the values of the column are numbers. `false`: the person does not get the column. */
type Head = MessageKey | { readonly number: MessageKey } | false

type Props = {
  readonly heads: readonly Head[]
  /** The rows. */
  readonly children: ReactNode
}

/** A table in a card of its own. On a phone each row is a card, and each cell has the title of its column. */
export function Table({ heads, children }: Props) {
  const { t } = useWords()
  const table = useCellLabels()
  return (
    <div className={`${card.card} ${lists.scroll}`}>
      <table ref={table} className={card.table}>
        <thead>
          <tr>
            {heads.map((head) => {
              if (head === false) return null
              const key = typeof head === 'string' ? head : head.number
              return (
                <th key={key} scope="col" className={key === head ? undefined : card.number}>
                  {t(key)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
