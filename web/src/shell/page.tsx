import { type ReactNode, useEffect } from 'react'
import { useWords } from '../language/use-words.ts'
import styles from './page.module.css'

type Props = {
  /** Names the page in the title of the window. */
  readonly title: string
  readonly headline: ReactNode
  /** True: screen readers announce each new headline. */
  readonly isLive?: boolean
  /** Facts about the whole page, beside and below the headline. */
  readonly facts?: ReactNode
  readonly children: ReactNode
}

/** The frame of the content of every page: its title, its headline, and its parts below each other. */
export function Page({ title, headline, isLive = false, facts, children }: Props) {
  const { t } = useWords()
  const windowTitle = t('shell.windowTitle', { page: title })
  useEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div {...(isLive && { role: 'status' })} className={styles.headline}>
          <h1 tabIndex={-1}>{headline}</h1>
        </div>
        {facts}
      </div>
      {children}
    </div>
  )
}
