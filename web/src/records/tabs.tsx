import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from '../components/record.module.css'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'

export type Tab = {
  /** Its name in the address. */
  readonly name: string
  readonly title: MessageKey
  readonly content: ReactNode
}

/**
 * The parts of a long page, one at a time. The address names the part, so that people can send it and the back button works. Only
 * what is shown is read.
 */
export function Tabs({ tabs }: { readonly tabs: readonly [Tab, ...Tab[]] }) {
  const { t } = useWords()
  const { tab = '' }: { tab?: string } = useSearch({ strict: false })
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]
  return (
    <>
      <nav className={styles.tabs} aria-label={t('records.tabs')}>
        {tabs.map(({ name, title }) => (
          <Link
            key={name}
            to="."
            search={(all: object) => ({ ...all, tab: name })}
            resetScroll={false}
            activeProps={{}}
            aria-current={name === shown.name ? 'page' : undefined}
          >
            {t(title)}
          </Link>
        ))}
      </nav>
      {shown.content}
    </>
  )
}
