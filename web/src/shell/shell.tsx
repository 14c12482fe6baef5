import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Principal } from '../api-types.ts'
import { findPath } from '../find/find-page.tsx'
import { areas } from '../operations/areas.ts'
import icon from './icon.svg'
import styles from './shell.module.css'

const pages = [...areas, { path: findPath, title: 'Find' }]

type Props = {
  readonly principal: Principal
  /** The path of the present page. */
  readonly path: string
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/** The frame of every operator page: navigation, the operator's name, and the sign-out. */
export function Shell({ principal, path: current, onSignOut, children }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <div className={styles.brand}>
            <img src={icon} alt="" width={24} height={24} />
            Purveyor
          </div>
          <nav className={styles.nav} aria-label="Pages">
            {pages.map(({ path, title }) => (
              <a key={path} href={path} {...(path === current && { 'aria-current': 'page' })}>
                {title}
              </a>
            ))}
          </nav>
          <div className={styles.person}>
            <span className={styles.name}>{principal.name ?? principal.email}</span>
            <Button
              className={styles.out ?? ''}
              variant="default"
              size="compact-md"
              onClick={onSignOut}
            >
              Sign out
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
