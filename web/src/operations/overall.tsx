import type { Surface } from '../api-types.ts'
import type { Area } from './areas.ts'
import type { Matter } from './attention.ts'
import { Mark, type MarkTone } from './mark.tsx'
import styles from './operations.module.css'
import { countOf, durationOf } from './words.ts'

type Props = {
  readonly surface: Surface
  readonly matters: readonly Matter[]
  readonly area: Area
  readonly ageSeconds: number
  readonly isStale: boolean
  readonly problem: string | undefined
}

/** The first line answers the operator's first question: is everything working? */
export function Overall({ surface, matters, area, ageSeconds, isStale, problem }: Props) {
  const { tone, sentence } = isStale ? unknown : headlineOf(surface, matters, area)
  return (
    <>
      <div className={styles.overall}>
        <div role="status" className={styles.headline}>
          <h1>
            <Mark tone={tone} size={26} />
            {sentence}
          </h1>
        </div>
        <span className={styles.age}>
          {ageSeconds < 2 ? 'Updated just now' : `Updated ${durationOf(ageSeconds)} ago`}
        </span>
        <p className={styles.facts}>
          {surface.configReadiness.environment} · version {surface.version} · up for{' '}
          {durationOf(surface.uptimeSeconds)}
        </p>
      </div>
      {(isStale || problem !== undefined) && (
        <div className={styles.stale} role="alert">
          <Mark tone="warning" />
          <p>
            {isStale && <strong>These readings are {durationOf(ageSeconds)} old. </strong>}
            {problem ?? 'No newer ones have arrived.'} Trying again every 5 seconds.
          </p>
        </div>
      )}
    </>
  )
}

/** The last state was good, but it is too old to rely on. */
const unknown = { tone: 'warning', sentence: 'How it is now is not known' } as const

function headlineOf(
  surface: Surface,
  matters: readonly Matter[],
  area: Area,
): { tone: MarkTone; sentence: string } {
  if (surface.status === 'down') {
    return { tone: 'critical', sentence: surface.reason ?? 'The service cannot serve' }
  }
  const urgent = matters.filter(({ tone }) => tone === 'critical').length
  if (urgent > 0) {
    const verb = urgent === 1 ? 'needs' : 'need'
    return { tone: 'critical', sentence: `${countOf(urgent, 'thing')} ${verb} attention now` }
  }
  const others = matters.filter(({ tone }) => tone === 'warning').length
  if (others > 0) {
    return { tone: 'warning', sentence: `Working, with ${countOf(others, 'thing')} to look at` }
  }
  if (surface.status === 'degraded' && area.whole) {
    return { tone: 'warning', sentence: 'Working, but not at full strength' }
  }
  const sentence = area.whole ? 'Everything is working' : `${area.title}: nothing is stuck`
  return { tone: 'good', sentence }
}
