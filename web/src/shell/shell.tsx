import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Principal } from '../api-types.ts'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import { pages, useOperatorCommands } from '../palette/commands.ts'
import { Palette } from '../palette/palette.tsx'
import { useFocusOnArrival } from './focus-on-arrival.ts'
import icon from './icon.svg'
import { placeOfPath } from './place-of-path.ts'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { useMenu } from './use-menu.ts'

type Props = {
  readonly principal: Principal
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/**
 * The frame of every operator page: navigation, the operator's name, and the sign-out. On a phone they are behind a menu, so that
 * the header is one line.
 */
export function Shell({ principal, onSignOut, children }: Props) {
  const { t } = useWords()
  useFocusOnArrival()
  const { pathname } = useLocation()
  const place = placeOfPath(pathname)
  const { isOpen, toggle, button } = useMenu()
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={styles.header} {...(isOpen && { 'data-open': '' })}>
        <div className={styles.bar}>
          <div className={styles.brand}>
            <img src={icon} alt="" width={24} height={24} />
            <span className={styles.brandName}>Purveyor</span>
          </div>
          <nav className={styles.nav} aria-label={t('shell.pages')}>
            <button
              ref={button}
              type="button"
              className={styles.menu}
              aria-expanded={isOpen}
              aria-controls="places"
              onClick={toggle}
            >
              {t('shell.menu')}
            </button>
            <div id="places" className={styles.places}>
              {pages.map(({ path, title }) => (
                <Link
                  key={path}
                  to={path}
                  activeOptions={{ exact: true, includeSearch: false }}
                  {...(path === place && { 'data-current': '' })}
                  {...(path === place && path !== pathname && { 'aria-current': 'true' })}
                >
                  {t(title)}
                </Link>
              ))}
            </div>
          </nav>
          <OwnControls principal={principal} onSignOut={onSignOut} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  )
}

/** The palette, the theme, the language, the operator's name, and the sign-out. */
function OwnControls({ principal, onSignOut }: Omit<Props, 'children'>) {
  const { t } = useWords()
  return (
    <div className={styles.person}>
      <Palette
        useCommands={useOperatorCommands}
        label={t('shell.palette.label')}
        onSignOut={onSignOut}
      />
      <div className={styles.own}>
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
  )
}
