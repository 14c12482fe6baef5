import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Principal } from '../api-types.ts'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import { pages } from '../palette/commands.ts'
import { Palette } from '../palette/palette.tsx'
import { useFocusOnArrival } from './focus-on-arrival.ts'
import icon from './icon.svg'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

type Props = {
  readonly principal: Principal
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/** The frame of every operator page: navigation, the operator's name, and the sign-out. */
export function Shell({ principal, onSignOut, children }: Props) {
  const { t } = useWords()
  useFocusOnArrival()
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <div className={styles.brand}>
            <img src={icon} alt="" width={24} height={24} />
            Purveyor
          </div>
          <nav className={styles.nav} aria-label={t('shell.pages')}>
            {pages.map(({ path, title }) => (
              <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
                {t(title)}
              </Link>
            ))}
          </nav>
          <div className={styles.person}>
            <Palette onSignOut={onSignOut} />
            <ThemeSwitch />
            <LanguageSwitch />
            <span className={styles.name}>{principal.name ?? principal.email}</span>
            <Button
              className={styles.out ?? ''}
              variant="default"
              size="compact-md"
              onClick={onSignOut}
            >
              {t('shell.signOut')}
            </Button>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  )
}
