import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../language/use-words.ts'
import styles from './page.module.css'
import { PageHead } from './page-head.ts'

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
  const [actions, setActions] = useState<HTMLElement | null>(null)
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
        <div ref={setActions} className={styles.actions} />
        {facts}
      </div>
      <PageHead value={actions}>{children}</PageHead>
    </div>
  )
}
