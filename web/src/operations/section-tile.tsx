import { Link } from '@tanstack/react-router'
import type { SectionSeries } from '../api-types.ts'
import card from '../components/card.module.css'
import { Figure } from '../components/figure.tsx'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import styles from './operations.module.css'
import { type Rows, rowsOf, rowsOfNumber } from './rows-of.ts'
import type { NamedSection } from './sections.ts'
import { Sparkline } from './sparkline.tsx'
import { type Metric, tileOf } from './tile-of.ts'
import { agoOf, type Reading, readingOf, sectionTitle } from './words.ts'

type Props = {
  readonly section: NamedSection
  readonly series: SectionSeries | undefined
  readonly now: number
  readonly isStale: boolean
}

/** One section: its figure with the last 24 hours, what is not zero, and the rest folded away. */
export function SectionTile({ section, series, now, isStale }: Props) {
  const words = useWords()
  const { t } = words
  const title = sectionTitle(words, section.name)
  const { tone, word } = isStale ? notKnown(words) : stateOf(words, section)
  const { figure, shown, folded, spreads } = tileOf(words, section, series?.metric)
  const more = folded.length + spreads.reduce((sum, { metrics }) => sum + metrics.length, 0)
  const rows = rowsOf(section.name)
  return (
    <section
      className={`${card.card} ${styles.section}`}
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
      {!figure && !section.reason && <p className={styles.note}>{t('operations.noNumbersYet')}</p>}
      {figure && (
        <div className={styles.figureRow}>
          <SectionFigure section={section.name} metric={figure} />
          {series && <Sparkline series={series} now={now} />}
        </div>
      )}
      {shown.length > 0 && <Numbers section={section.name} metrics={shown} />}
      {more > 0 && (
        <details className={styles.more}>
          <summary>{t('operations.moreFigures', { count: more })}</summary>
          {folded.length > 0 && <Numbers section={section.name} metrics={folded} />}
          {spreads.map(({ name, metrics }) => (
            <div key={name}>
              <h4>{name}</h4>
              <Numbers section={section.name} metrics={metrics} />
            </div>
          ))}
        </details>
      )}
      <p className={styles.sectionAge}>
        {t('operations.read', {
          ago: agoOf(words, (now - Date.parse(section.generatedAt)) / 1_000),
        })}
        {rows && (
          <Link {...rows} aria-label={t('operations.openListOf', { name: title })}>
            {t('operations.openList')}
          </Link>
        )}
      </p>
    </section>
  )
}

type FigureProps = { readonly section: string; readonly metric: Metric }

/** The figure that stands for the section. */
function SectionFigure({ section, metric: [name, value] }: FigureProps) {
  const reading = readingOf(useWords(), name, value)
  return (
    <Figure label={reading.label} isQuiet={reading.isQuiet}>
      <Value reading={reading} rows={rowsOfNumber(section, name)} />
    </Figure>
  )
}

type NumbersProps = { readonly section: string; readonly metrics: readonly Metric[] }

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
