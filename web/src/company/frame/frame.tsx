import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Palette } from '../../palette/palette.tsx'
import { useFocusOnArrival } from '../../shell/focus-on-arrival.ts'
import icon from '../../shell/icon.svg'
import shell from '../../shell/shell.module.css'
import { useMenu } from '../../shell/use-menu.ts'
import { type Me, signOut } from '../api.ts'
import { useCart } from '../cart/use-cart.ts'
import { Bell } from './bell.tsx'
import { PersonMenu } from './person-menu.tsx'
import { type Place, placesFor } from './places.ts'
import { useCompanyCommands } from './use-company-commands.ts'

type Props = { readonly me: Me; readonly children: ReactNode }

/** The frame of every page of a company: the way to the other pages, the cart with its lines, and the person. */
export function Frame({ me, children }: Props) {
  const { t } = useWords()
  useFocusOnArrival()
  const { isOpen, toggle, button } = useMenu()
  return (
    <>
      <a className={shell.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={shell.header} {...(isOpen && { 'data-open': '' })}>
        <div className={shell.bar}>
          <Link to="/" className={shell.brand} aria-label="Purveyor">
            <img src={icon} alt="" width={24} height={24} />
            <span className={shell.brandName}>Purveyor</span>
          </Link>
          <nav className={shell.nav} aria-label={t('shell.pages')}>
            <button
              ref={button}
              type="button"
              className={shell.menu}
              aria-expanded={isOpen}
              aria-controls="places"
              onClick={toggle}
            >
              {t('shell.menu')}
            </button>
            <div id="places" className={shell.places}>
              {placesFor(me).map((place) => (
                <PlaceLink key={place.to} place={place} />
              ))}
            </div>
          </nav>
          <div className={shell.person}>
            <div className={shell.own}>
              <Palette
                useCommands={useCompanyCommands}
                label={t('frame.palette')}
                onSignOut={() => void signOut()}
              />
            </div>
            <Bell me={me} />
            <CartLink />
            <div className={shell.own}>
              <PersonMenu me={me} />
            </div>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={shell.main}>
        {children}
      </main>
    </>
  )
}

function PlaceLink({ place: { to, name, within = [] } }: { readonly place: Place }) {
  const { t } = useWords()
  const { pathname } = useLocation()
  const isCurrent =
    to === '/' ? pathname === '/' : [to, ...within].some((start) => pathname.startsWith(start))
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(isCurrent && { 'data-current': '' })}
    >
      {t(name)}
    </Link>
  )
}

function CartLink() {
  const { t } = useWords()
  const { data } = useCart()
  return (
    <Link to="/cart" className={shell.cart ?? ''}>
      {t('frame.cart', { count: data?.items.length ?? 0 })}
    </Link>
  )
}
