import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import type { Filled } from './list-api.ts'

/** How many products a list has got, and why it has not got the others. */
export function ListFilled({
  filled: { added, notAdded, unmatched },
}: {
  readonly filled: Filled
}) {
  const { t, number } = useWords()
  return (
    <div role="status" className={parts.action}>
      <p>{t('shoppingLists.added', { count: added })}</p>
      {notAdded.map(({ productId, message }) => (
        <p key={productId} className="notice">
          {message}
        </p>
      ))}
      {unmatched.map(({ line, partNumber }) => (
        <p key={line} className="notice notice-bad">
          {t('shoppingLists.unmatched', { line: number(line), partNumber })}
        </p>
      ))}
    </div>
  )
}
