import { Mark, type MarkTone } from './mark.tsx'
import styles from './operations.module.css'
import { rowsOf, rowsOfNumber } from './rows-of.ts'
import type { NamedSection } from './sections.ts'
import { agoOf, countOf, type Reading, readingOf, spreadOf, titleOf } from './words.ts'

type Props = {
  readonly section: NamedSection
  readonly now: number
  readonly isStale: boolean
}

/** The numbers of one section. Zeros are pale, so that other values stand out. */
export function SectionCard({ section, now, isStale }: Props) {
  const { tone, word } = isStale ? notKnown : stateOf(section)
  const metrics = Object.entries(section.metrics)
  // Latency histograms: many rows about one subject, collapsed by default.
  const spreads = Map.groupBy(
    metrics.filter(([name]) => spreadOf(name)),
    ([name]) => spreadOf(name),
  )
  const rows = rowsOf(section.name)
  return (
    <section
      className={`${styles.card} ${styles.section}`}
      aria-label={`${titleOf(section.name)} in numbers`}
    >
      <div className={styles.sectionHead}>
        <h3>{titleOf(section.name)}</h3>
        <span className={styles.sectionState}>
          <Mark tone={tone} size={14} />
          {word}
        </span>
      </div>
      {section.reason && <p className={styles.note}>{section.reason}</p>}
      {metrics.length === 0 && !section.reason && <p className={styles.note}>No numbers yet.</p>}
      <Numbers section={section.name} metrics={metrics.filter(([name]) => !spreadOf(name))} />
      {[...spreads].map(([title, counts]) => (
        <details key={title} className={styles.details}>
          <summary>{title}</summary>
          <Numbers section={section.name} metrics={counts} />
        </details>
      ))}
      {rows && (
        <p className={styles.sectionAge}>
          <a href={rows} aria-label={`Open the list: ${titleOf(section.name)}`}>
            Open the list
          </a>
        </p>
      )}
      <p className={styles.sectionAge}>
        Read {agoOf((now - Date.parse(section.generatedAt)) / 1_000)}
      </p>
    </section>
  )
}

type NumbersProps = {
  readonly section: string
  readonly metrics: readonly (readonly [name: string, value: number | boolean])[]
}

function Numbers({ section, metrics }: NumbersProps) {
  return (
    <dl>
      {metrics.map(([name, value]) => {
        const reading = readingOf(name, value)
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

type ValueProps = { readonly reading: Reading; readonly rows: string | undefined }

/** A number that counts records links to them. */
function Value({ reading: { label, value }, rows }: ValueProps) {
  if (rows === undefined) return value
  return (
    <a href={rows} aria-label={`${label}: ${value}, open the list`}>
      {value}
    </a>
  )
}

const notKnown = { tone: 'info', word: 'Not known now' } as const

function stateOf({ status, problems }: NamedSection): { tone: MarkTone; word: string } {
  if (status === 'unknown') return { tone: 'warning', word: 'Unknown' }
  if (problems.length > 0) return { tone: 'warning', word: countOf(problems.length, 'problem') }
  return status === 'ok' ? { tone: 'good', word: 'OK' } : { tone: 'warning', word: 'Degraded' }
}
