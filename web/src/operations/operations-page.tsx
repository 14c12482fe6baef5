import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import type { Surface } from '../api-types.ts'
import { isSignedOut } from '../calls.ts'
import card from '../components/card.module.css'
import { EmptyState } from '../components/empty-state.tsx'
import { useNow } from '../components/use-now.ts'
import { useWords } from '../language/use-words.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { sentenceOf } from '../shell/sentence-of.ts'
import { Trouble } from '../shell/trouble.tsx'
import { AreaLists } from './area-lists.tsx'
import type { Area } from './areas.ts'
import { mattersOf } from './attention.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { Dependencies } from './dependencies.tsx'
import { Matters } from './matters.tsx'
import styles from './operations.module.css'
import { Facts, Headline, StaleNotice } from './overall.tsx'
import { SectionTile } from './section-tile.tsx'
import { sectionsOf } from './sections.ts'
import { type Readings, useReadings } from './use-readings.ts'
import { useSeries } from './use-series.ts'

type Props = { readonly area: Area }

/** `/health/ops` for people, live: the state, what to do, and the numbers behind it. */
export function OperationsPage({ area }: Props) {
  const { t } = useWords()
  useEndedSession()
  const readings = useReadings()
  const { surface, error, retry } = readings
  if (isSignedOut(error)) return null
  if (surface) return <Board area={area} surface={surface} readings={readings} />
  return (
    <Page title={t(area.title)} headline={t(area.title)}>
      {error ? (
        <Trouble error={error} onRetry={retry} title={t('operations.noReadings')} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

/** After this many seconds without an answer, the page no longer shows anything as good. */
const staleAfterSeconds = 15

type BoardProps = {
  readonly area: Area
  readonly surface: Surface
  readonly readings: Readings
}

function Board({ area, surface, readings }: BoardProps) {
  const words = useWords()
  const { t } = words
  const { incidents, readAt, isLive, error } = readings
  const ageSeconds = Math.max(0, (useNow() - readAt) / 1_000)
  // Extrapolates the server's clock: ages must not depend on the clock of this machine.
  const now = Date.parse(surface.time) + ageSeconds * 1_000
  const isStale = ageSeconds > staleAfterSeconds
  const matters = mattersOf(words, surface, incidents, area)

  // On the first page, the list that the address names only exists now.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])

  const count = isStale ? '(?) ' : matters.length > 0 ? `(${matters.length}) ` : ''
  return (
    <Page
      title={`${count}${t(area.title)}`}
      headline={<Headline surface={surface} matters={matters} area={area} isStale={isStale} />}
      isLive
      facts={<Facts surface={surface} ageSeconds={ageSeconds} isLive={isLive} />}
    >
      {(isStale || error) && (
        <StaleNotice
          ageSeconds={ageSeconds}
          isStale={isStale}
          problem={error ? sentenceOf(words, error) : undefined}
        />
      )}
      <Matters matters={matters} now={now} isStale={isStale} />
      {!area.whole && <AreaLists area={area} surface={surface} now={now} />}
      <Tiles area={area} surface={surface} now={now} isStale={isStale} />
      {area.whole && (
        <>
          <AreaLists area={area} surface={surface} now={now} />
          <Dependencies dependencies={surface.dependencies} now={now} isStale={isStale} />
        </>
      )}
    </Page>
  )
}

type TilesProps = {
  readonly area: Area
  readonly surface: Surface
  readonly now: number
  readonly isStale: boolean
}

function Tiles({ area, surface, now, isStale }: TilesProps) {
  const { t } = useWords()
  const series = useSeries()
  const sections = sectionsOf(surface).filter(({ name }) => area.shows(name))
  return (
    <section aria-labelledby="areas">
      <h2 id="areas" className={card.heading}>
        {t(area.whole ? 'operations.areas' : 'operations.numbers')}
      </h2>
      {sections.length === 0 && !area.whole ? (
        <EmptyState>{t('operations.noNumbers', { page: t(area.title) })}</EmptyState>
      ) : (
        <div className={styles.grid}>
          {sections.map((section) => (
            <SectionTile
              key={section.name}
              section={section}
              series={series.get(section.name)}
              now={now}
              isStale={isStale}
            />
          ))}
          {area.whole && <ConfigurationCard readiness={surface.configReadiness} />}
        </div>
      )}
    </section>
  )
}

/** Has the layout of the final page, so that nothing moves. */
function Loading() {
  const { t } = useWords()
  return (
    <div className={styles.page} role="status" aria-label={t('operations.loading')}>
      <Skeleton height={120} />
      <Skeleton height={140} />
      <div className={styles.grid}>
        <Skeleton height={180} />
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
    </div>
  )
}
