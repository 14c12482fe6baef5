import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../language/use-words.ts'
import { PageHead } from '../shell/page-head.ts'
import styles from './record.module.css'

/** What an operator can do about a record now, in the head of its page. A form that opens there takes a line of its own. */
export function Actions({ children }: { readonly children: ReactNode }) {
  const { t } = useWords()
  const head = useContext(PageHead)
  if (!head) return null
  return createPortal(
    <section className={styles.actions} aria-label={t('records.actions.title')}>
      {children}
    </section>,
    head,
  )
}
