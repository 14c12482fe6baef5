import type { Words } from '../language/words.ts'
import { rowsOfNumber } from './rows-of.ts'
import type { NamedSection } from './sections.ts'
import { spreadOf } from './words.ts'

export type Metric = readonly [name: string, value: number | boolean]

type Tile = {
  /** Undefined: the section has no metrics. */
  readonly figure: Metric | undefined
  readonly shown: readonly Metric[]
  readonly folded: readonly Metric[]
  /** The buckets of each histogram, under its name. */
  readonly spreads: readonly { readonly name: string; readonly metrics: readonly Metric[] }[]
}

/** So many figures fit into a compact tile. Figures that lead to rows are never left out. */
const shownMax = 3

/** Divides the metrics of a section: the figure that stands for it, what is not zero, and what is folded away. */
export function tileOf(words: Words, section: NamedSection, headline: string | undefined): Tile {
  const all = Object.entries(section.metrics)
  const spreads = Map.groupBy(all, ([name]) => spreadOf(words, name))
  const single = spreads.get(undefined) ?? []
  spreads.delete(undefined)
  const figure = single.find(([name]) => name === headline) ?? single[0]
  const others = single.filter((metric) => metric !== figure)
  const counts = others.filter(([, value]) => value !== 0 && value !== false && value !== true)
  const linked = counts.filter(([name]) => rowsOfNumber(section.name, name) !== undefined)
  const room = Math.max(0, shownMax - linked.length)
  const rest = counts.filter((metric) => !linked.includes(metric)).slice(0, room)
  const shown = counts.filter((metric) => linked.includes(metric) || rest.includes(metric))
  return {
    figure,
    shown,
    folded: others.filter((metric) => !shown.includes(metric)),
    spreads: [...spreads].map(([name = '', metrics]) => ({ name, metrics })),
  }
}
