import type { Surface } from '../api-types.ts'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import type { Area } from './areas.ts'
import type { Matter } from './attention.ts'
import styles from './operations.module.css'

type HeadlineProps = {
  readonly surface: Surface
  readonly matters: readonly Matter[]
  readonly area: Area
  readonly isStale: boolean
}

/** The first line answers the operator's first question: is everything working? */
export function Headline({ surface, matters, area, isStale }: HeadlineProps) {
  const words = useWords()
  const { tone, sentence } = isStale ? unknown(words) : headlineOf(words, surface, matters, area)
  return (
    <>
      <Mark tone={tone} size={26} />
      {sentence}
    </>
  )
}

type FactsProps = {
  readonly surface: Surface
  readonly ageSeconds: number
  readonly isLive: boolean
}

/** The age of the readings is always there, and how new ones arrive. */
export function Facts({ surface, ageSeconds, isLive }: FactsProps) {
  const { t, duration } = useWords()
  const ago =
    ageSeconds < 2 ? t('shell.justNow') : t('shell.ago', { duration: duration(ageSeconds) })
  return (
    <>
      <span className={styles.age}>
        {t(isLive ? 'operations.updatedLive' : 'operations.updatedByPolling', { ago })}
      </span>
      <p className={styles.facts}>
        {t('operations.facts', {
          environment: surface.configReadiness.environment,
          version: surface.version,
          duration: duration(surface.uptimeSeconds),
        })}
      </p>
    </>
  )
}

type StaleProps = {
  readonly ageSeconds: number
  readonly isStale: boolean
  readonly problem: string | undefined
}

/** Says that the readings are old, or that the last attempt failed. */
export function StaleNotice({ ageSeconds, isStale, problem }: StaleProps) {
  const { t, duration } = useWords()
  return (
    <div className={styles.stale} role="alert">
      <Mark tone="warning" />
      <p>
        {isStale && <strong>{t('operations.stale', { duration: duration(ageSeconds) })} </strong>}
        {problem ?? t('operations.noNewer')} {t('operations.everySeconds')}
      </p>
    </div>
  )
}

/** The last state was good, but it is too old to rely on. */
const unknown = ({ t }: Words) => ({ tone: 'warning', sentence: t('operations.unknown') }) as const

function headlineOf(
  { t }: Words,
  surface: Surface,
  matters: readonly Matter[],
  area: Area,
): { tone: MarkTone; sentence: string } {
  if (surface.status === 'down') {
    return { tone: 'critical', sentence: surface.reason ?? t('operations.cannotServe') }
  }
  const urgent = matters.filter(({ tone }) => tone === 'critical').length
  if (urgent > 0) {
    return { tone: 'critical', sentence: t('operations.urgent', { count: urgent }) }
  }
  const others = matters.filter(({ tone }) => tone === 'warning').length
  if (others > 0) {
    return { tone: 'warning', sentence: t('operations.withWarnings', { count: others }) }
  }
  if (surface.status === 'degraded' && area.whole) {
    return { tone: 'warning', sentence: t('operations.notFullStrength') }
  }
  const sentence = area.whole
    ? t('operations.allGood')
    : t('operations.nothingStuck', { page: t(area.title) })
  return { tone: 'good', sentence }
}
