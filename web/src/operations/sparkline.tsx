import type { SectionSeries } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import styles from './operations.module.css'
import { readingOf } from './words.ts'

const quarterMs = 15 * 60_000
const quarters = 96
const [width, height] = [quarters, 24]

/** Fewer quarters than an hour has would be a dot, which says nothing. */
const fewest = 4

type Props = { readonly series: SectionSeries; readonly now: number }

/** The last 24 hours of a figure. A quarter of an hour without a sample is a gap. */
export function Sparkline({ series: { metric, points }, now }: Props) {
  const words = useWords()
  const from = (Math.floor(now / quarterMs) - quarters + 1) * quarterMs
  const placed = points
    .map(({ at, value }) => ({ x: Math.round((Date.parse(at) - from) / quarterMs), value }))
    .filter(({ x }) => x >= 0 && x < quarters)
  if (placed.length < fewest) return null
  const highest = Math.max(...placed.map(({ value }) => value), 0)
  const { value } = readingOf(words, metric, highest)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.t('operations.lastDay', { value })}
    >
      <path d={pathOf(placed, highest)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

type Point = { readonly x: number; readonly value: number }

/** A quarter is a level line, so that a single sample can be seen. */
function pathOf(points: readonly Point[], highest: number): string {
  const y = (value: number) => {
    return highest === 0 ? height : Math.round((1 - value / highest) * height * 10) / 10
  }
  return points
    .map(({ x, value }, at) => {
      const isNext = points[at - 1]?.x === x - 1
      return `${isNext ? 'L' : 'M'}${x} ${y(value)}H${x + 1}`
    })
    .join('')
}
