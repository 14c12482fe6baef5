import { Link } from '@tanstack/react-router'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { Mark, type MarkTone } from './mark.tsx'
import styles from './operations.module.css'
import { type Rows, rowsOf, rowsOfNumber } from './rows-of.ts'
import type { NamedSection } from './sections.ts'
import { agoOf, type Reading, readingOf, sectionTitle, spreadOf } from './words.ts'

type Props = {
  readonly section: NamedSection
  readonly now: number
  readonly isStale: boolean
}

/** The numbers of one section. Zeros are pale, so that other values stand out. */
export function SectionCard({ section, now, isStale }: Props) {
  const words = useWords()
  const { t } = words
  const title = sectionTitle(words, section.name)
  const { tone, word } = isStale ? notKnown(words) : stateOf(words, section)
  const metrics = Object.entries(section.metrics)
  // Latency histograms: many rows about one subject, collapsed by default.
  const spreads = Map.groupBy(
    metrics.filter(([name]) => spreadOf(words, name)),
    ([name]) => spreadOf(words, name),
  )
  const rows = rowsOf(section.name)
  return (
    <section
      className={`${styles.card} ${styles.section}`}
      aria-label={t('operations.inNumbers', { section: title })}
    >
      <div className={styles.sectionHead}>
        <h3>{title}</h3>
        <span className={styles.sectionState}>
          <Mark tone={tone} size={14} />
          {word}
        </span>
      </div>
      {section.reason && (
        <p className={styles.note} lang="en">
          {section.reason}
        </p>
      )}
      {metrics.length === 0 && !section.reason && (
        <p className={styles.note}>{t('operations.noNumbersYet')}</p>
      )}
      <Numbers
        section={section.name}
        metrics={metrics.filter(([name]) => !spreadOf(words, name))}
      />
      {[...spreads].map(([spread, counts]) => (
        <details key={spread} className={styles.details}>
          <summary>{spread}</summary>
          <Numbers section={section.name} metrics={counts} />
        </details>
      ))}
      {rows && (
        <p className={styles.sectionAge}>
          <Link {...rows} aria-label={t('operations.openListOf', { name: title })}>
            {t('operations.openList')}
          </Link>
        </p>
      )}
      <p className={styles.sectionAge}>
        {t('operations.read', {
          ago: agoOf(words, (now - Date.parse(section.generatedAt)) / 1_000),
        })}
      </p>
    </section>
  )
}

type NumbersProps = {
  readonly section: string
  readonly metrics: readonly (readonly [name: string, value: number | boolean])[]
}

function Numbers({ section, metrics }: NumbersProps) {
  const words = useWords()
  return (
    <dl>
      {metrics.map(([name, value]) => {
        const reading = readingOf(words, name, value)
        return (
          <div key={name} className={styles.metric} {...(reading.isQuiet && { 'data-quiet': '' })}>
            <dt>{reading.label}</dt>
            <dd>
              <Value reading={reading} rows={rowsOfNumber(section, name)} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type ValueProps = { readonly reading: Reading; readonly rows: Rows | undefined }

/** A number that counts records links to them. */
function Value({ reading: { label, value }, rows }: ValueProps) {
  const { t } = useWords()
  if (rows === undefined) return value
  return (
    <Link {...rows} aria-label={t('operations.openNumber', { label, value })}>
      {value}
    </Link>
  )
}

const notKnown = ({ t }: Words) => ({ tone: 'info', word: t('operations.notKnown') }) as const

function stateOf(
  { t }: Words,
  { status, problems }: NamedSection,
): { tone: MarkTone; word: string } {
  const count = problems.length
  if (status === 'unknown') return { tone: 'warning', word: t('operations.sectionUnknown') }
  if (count > 0) return { tone: 'warning', word: t('operations.problems', { count }) }
  return status === 'ok'
    ? { tone: 'good', word: t('operations.sectionOk') }
    : { tone: 'warning', word: t('operations.sectionDegraded') }
}
