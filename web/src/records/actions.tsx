import type { ReactNode } from 'react'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import styles from './record.module.css'

/** What an operator can do about a record now. */
export function Actions({ children }: { readonly children: ReactNode }) {
  const { t } = useWords()
  return (
    <section aria-labelledby="actions">
      <h2 id="actions" className={card.heading}>
        {t('records.actions.title')}
      </h2>
      <div className={`${card.card} ${styles.actions}`}>{children}</div>
    </section>
  )
}
