import { sql } from '#platform/db'
import type { Fragment } from '../ranking/filter-sql.ts'
import { kindMark } from '../words/nouns.ts'

type Range = {
  /** The range of lengths in words, without `above` and with `upTo`. */
  readonly above: number
  readonly upTo: number
  /** No word begins like this. */
  readonly mark: string
}

/**
 * Documents of these lengths have a mark among their lexemes. With it, an index of words finds the shorter documents of
 * a common word without reading their rows for the length. Other lengths have their own index (`shortest-sql.ts`), or
 * are the rest of one. A change of these ranges needs a new `analysisVersion`.
 */
export const halves = { 34: range(22, 28), 52: range(34, 43) } as const
export const longRanges: readonly Range[] = [
  range(52, 90),
  range(90, 170),
  range(170, Number.POSITIVE_INFINITY),
]

const ranges = [...Object.values(halves), ...longRanges]

function range(above: number, upTo: number): Range {
  return { above, upTo, mark: `${kindMark}n:${Number.isFinite(upTo) ? upTo : 'more'}` }
}

export function lengthMarkOf(length: number): string | undefined {
  return ranges.find(({ above, upTo }) => length > above && length <= upTo)?.mark
}

/** The same in SQL: an array of one mark or none. */
export function lengthMarksSql(length: Fragment): Fragment {
  const cases = ranges.map(({ above, upTo, mark }) => {
    const most = Number.isFinite(upTo) ? sql`and ${length} <= ${sql.lit(upTo)}` : sql``
    return sql`when ${length} > ${sql.lit(above)} ${most} then array[${sql.lit(mark)}]`
  })
  return sql`case ${sql.join(cases, sql` `)} else '{}' end`
}
