import type { ReactNode } from 'react'
import type { MatchesPut } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'

type Props = {
  readonly put: MatchesPut
  /** Where the person goes on. */
  readonly children?: ReactNode
}

/** How many lines the cart has taken, and why not the others. */
export function PutResult({ put, children }: Props) {
  const { t } = useWords()
  const added = put.lines.filter((line) => line.added).length
  return (
    <>
      <p>
        {t('chat.added', { count: added })} {children}
      </p>
      <ul>
        {put.lines.flatMap(({ item, productId, message }) =>
          message === undefined ? [] : [<li key={`${String(item)} ${productId}`}>{message}</li>],
        )}
      </ul>
    </>
  )
}
