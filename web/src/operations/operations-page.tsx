import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { isSignedOut } from '../api.ts'
import type { Surface } from '../api-types.ts'
import { sentenceOf } from '../shell/sentence-of.ts'
import { Trouble } from '../shell/trouble.tsx'
import { AreaLists } from './area-lists.tsx'
import type { Area } from './areas.ts'
import { mattersOf } from './attention.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { Dependencies } from './dependencies.tsx'
import { Matters } from './matters.tsx'
import styles from './operations.module.css'
import { Overall } from './overall.tsx'
import { SectionCard } from './section-card.tsx'
import { sectionsOf } from './sections.ts'
import { useNow } from './use-now.ts'
import { type Readings, useReadings } from './use-readings.ts'

type Props = { readonly area: Area; readonly onSignedOut: () => void }

/** `/health/ops` for people, with polling: the state, what to do, and the numbers behind it. */
export function OperationsPage({ area, onSignedOut }: Props) {
  const readings = useReadings()
  const { surface, error, retry } = readings
  const hasEnded = isSignedOut(error)
  useEffect(() => {
    if (hasEnded) onSignedOut()
  }, [hasEnded, onSignedOut])

  if (hasEnded) return null
  if (surface) return <Board area={area} surface={surface} readings={readings} />
  if (error) return <Trouble error={error} onRetry={retry} title="There are no readings" />
  return <Loading />
}

/** After this many seconds without an answer, the page no longer shows anything as good. */
const staleAfterSeconds = 15

type BoardProps = {
  readonly area: Area
  readonly surface: Surface
  readonly readings: Readings
}

function Board({ area, surface, readings }: BoardProps) {
  const { incidents, readAt, error } = readings
  const ageSeconds = Math.max(0, (useNow() - readAt) / 1_000)
  // Extrapolates the server's clock: ages must not depend on the clock of this machine.
  const now = Date.parse(surface.time) + ageSeconds * 1_000
  const isStale = ageSeconds > staleAfterSeconds
  const matters = mattersOf(surface, incidents, area)
  const sections = sectionsOf(surface).filter(({ name }) => area.shows(name))

  // The list that a link from another page names only exists now.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])

  const waiting = matters.length
  useEffect(() => {
    const count = isStale ? '(?) ' : waiting > 0 ? `(${waiting}) ` : ''
    document.title = `${count}${area.title} · Purveyor`
  }, [waiting, isStale, area.title])

  return (
    <div className={styles.page}>
      <Overall
        surface={surface}
        matters={matters}
        area={area}
        ageSeconds={ageSeconds}
        isStale={isStale}
        problem={error ? sentenceOf(error) : undefined}
      />
      <Matters matters={matters} now={now} isStale={isStale} />
      <AreaLists area={area} surface={surface} now={now} />
      {area.whole && (
        <Dependencies dependencies={surface.dependencies} now={now} isStale={isStale} />
      )}
      <section aria-labelledby="areas">
        <h2 id="areas" className={styles.heading}>
          {area.whole ? 'Areas' : 'Numbers'}
        </h2>
        {sections.length === 0 && !area.whole ? (
          <p className={`${styles.card} ${styles.nothing}`}>
            This service reports no numbers about {area.title.toLowerCase()}.
          </p>
        ) : (
          <div className={styles.grid}>
            {sections.map((section) => (
              <SectionCard key={section.name} section={section} now={now} isStale={isStale} />
            ))}
            {area.whole && <ConfigurationCard readiness={surface.configReadiness} />}
          </div>
        )}
      </section>
    </div>
  )
}

/** Has the layout of the final page, so that nothing moves. */
function Loading() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the readings">
      <Skeleton height={32} width="60%" />
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
