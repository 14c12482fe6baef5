import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'
import { lengthMarks } from './length-marks.ts'

/**
 * Documents of up to 52 words have their words in indexes of their own too, one for each of these steps: migrations 0190 to
 * 0193, where the same numbers stand. Longer ones are told apart by a mark among their words.
 */
export const steps = [15, 22, 34, 52]

/** `few` are sorted with all that is read of them, `many` are not, and `any` are taken as they come. */
export type Taking = 'few' | 'many' | 'any'

/** A query for documents `d` that `within` leaves, the shortest unless it is any, and at most `limit` of them. */
export type ShortestOf = (within: Fragment, limit: Fragment, taking: Taking) => Fragment

/**
 * The shortest documents of a word that very many have, step by step: a longer one is not read before there are too few
 * of the shorter ones. Rows are what takes time, so of a step of long ones no more are read than are wanted: there the length
 * tells little. Returns `with` parts, each of which begins with the name, and the query that puts them together.
 */
export function shortestFirst(
  name: string,
  limit: number,
  part: ShortestOf,
): { readonly ctes: Fragment; readonly all: Fragment } {
  const named = (at: number) => sql.ref(`${name}_${at}`)
  const within = [
    ...steps.map((until, at) => {
      const from = steps[at - 1]
      const above = from === undefined ? sql`` : sql`and d.length > ${sql.lit(from)}`
      return sql`${above} and d.length <= ${sql.lit(until)}`
    }),
    ...lengthMarks.map((mark) => sql`and d.tsv @@ ${sql.lit(quoted(mark))}::tsquery`),
    // An older release has written it, and it is not read again yet.
    sql`and d.length > ${sql.lit(steps.at(-1))} and d.tsv @@ ${sql.lit(noneOf(lengthMarks))}::tsquery`,
  ]
  const leftFor = (at: number) =>
    at === 0 ? sql.lit(limit) : sql`(select left_over from ${sql.ref(`${name}_left_${at}`)})`
  const ctes = within.map((condition, at) => {
    // With a limit of none PostgreSQL does not begin to look.
    const query = part(condition, leftFor(at), at < steps.length ? 'few' : 'any')
    return sql`${named(at)} as materialized (${query}), ${sql.ref(`${name}_left_${at + 1}`)} as materialized (
      select greatest(${leftFor(at)} - (select count(*) from ${named(at)}), 0) as left_over), `
  })
  const all = within.map((_, at) => sql`select * from ${named(at)}`)
  return { ctes: sql.join(ctes, sql``), all: sql.join(all, sql` union all `) }
}

const quoted = (mark: string) => `'${mark}'`

function noneOf(marks: readonly string[]): string {
  return marks.map((mark) => `!${quoted(mark)}`).join(' & ')
}
