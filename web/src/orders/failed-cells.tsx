import type { Column } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'

export const failedColumns = [
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.lastError' },
] as const satisfies readonly Column[]

type Props = {
  readonly since: string
  readonly attempts: number
  readonly error: string
  readonly retryAt: string
  readonly now: number
}

/** The last cells of a rendering that failed and is tried again. */
export function FailedCells({ since, attempts, error, retryAt, now }: Props) {
  const { t, number, instant } = useWords()
  return (
    <>
      <td className={card.number}>
        <Since at={since} now={now} />
      </td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={styles.words}>
        {error}
        <span className={card.error}>{t('orders.notPlaced.next', { time: instant(retryAt) })}</span>
      </td>
    </>
  )
}
