import { useQueries } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWords } from '../../language/use-words.ts'
import control from '../../shell/control.module.css'
import type { Me } from '../api.ts'
import styles from './bell.module.css'
import menu from './person-menu.module.css'
import { type Found, type Source, sources } from './waiting-matters.ts'

/** Nothing here is urgent to the minute. A hidden page does not look at all. */
const lookAgainMs = 120_000

type Waiting = Source & { readonly found: Found }

/** What waits for the person: each matter is a link to the page where they decide. */
export function Bell({ me }: { readonly me: Me }) {
  const { t, number } = useWords()
  const waiting = useWaiting(me)
  const count = waiting.reduce((sum, { found }) => sum + found.matters.length, 0)
  const panel = useClosedOnLeaving()
  return (
    <>
      {/* The browser opens it, closes it by Escape or a press beside it, and gives the focus back. */}
      <button
        type="button"
        className={`${control.control} ${styles.bell}`}
        popoverTarget="waiting"
        aria-label={t('waiting.bell', { count })}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            d="M6 9a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7M10 20a2 2 0 0 0 4 0"
          />
        </svg>
        {count > 0 && <span className={styles.count}>{number(count)}</span>}
      </button>
      <div ref={panel} id="waiting" popover="auto" className={`${menu.menu} ${styles.panel}`}>
        <h2>{t('waiting.title')}</h2>
        {count === 0 && <p>{t('waiting.none')}</p>}
        {waiting.map((one) => (
          <Matters key={one.kind} waiting={one} />
        ))}
      </div>
    </>
  )
}

function Matters({ waiting: { kind, all, found } }: { readonly waiting: Waiting }) {
  const { t } = useWords()
  return (
    <section>
      <h3>{t(`waiting.kind.${kind}`)}</h3>
      <ul>
        {found.matters.map(({ id, name, place }) => (
          <li key={id}>
            <Link {...place}>{name}</Link>
          </li>
        ))}
      </ul>
      {found.hasMore && <Link {...all}>{t('waiting.all')}</Link>}
    </section>
  )
}

/** A source that cannot be read says nothing: its own page says why. */
function useWaiting(me: Me): Waiting[] {
  const own = sources.filter(({ isFor }) => isFor(me))
  const read = useQueries({
    queries: own.map((source) => ({
      queryKey: [source.list, 'waiting', source.kind],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => source.read(me, signal),
      staleTime: lookAgainMs / 2,
      refetchInterval: lookAgainMs,
    })),
  })
  return own.flatMap((source, at) => {
    const found = read[at]?.data
    return found && found.matters.length > 0 ? [{ ...source, found }] : []
  })
}

/** A link of the panel leads to another page, above which it would stay open. */
function useClosedOnLeaving() {
  const panel = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever the path changes.
  useEffect(() => panel.current?.hidePopover(), [pathname])
  return panel
}
