import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'

/**
 * Documents of up to 52 words have their words in indexes of their own too, one for each of these steps: migrations 0190 to
 * 0193, where the same numbers stand.
 */
export const steps = [15, 22, 34, 52]

/** A query for the shortest of the documents `d` that `within` leaves, and at most `limit` of them. */
export type ShortestOf = (within: Fragment, limit: Fragment) => Fragment

/**
 * The shortest documents of a word that very many have, step by step: a longer one is not read before there are too few
 * of the shorter ones. The length of a document stands in its row, and rows are what takes time. Returns `with` parts, each of
 * which begins with the name, and the query that puts them together.
 */
export function shortestFirst(
  name: string,
  limit: number,
  part: ShortestOf,
): { readonly ctes: Fragment; readonly all: Fragment } {
  const named = (at: number) => sql.ref(`${name}_${at}`)
  const ctes = [...steps, undefined].map((until, at) => {
    const from = steps[at - 1]
    const within = sql`${from === undefined ? sql`` : sql`and d.length > ${sql.lit(from)}`}
      ${until === undefined ? sql`` : sql`and d.length <= ${sql.lit(until)}`}`
    const found = steps
      .slice(0, at)
      .map((_, before) => sql`(select count(*) from ${named(before)})`)
    // With a limit of none PostgreSQL does not begin to look.
    const left = sql.join([sql.lit(limit), ...found], sql` - `)
    return sql`${named(at)} as materialized (${part(within, sql`greatest(${left}, 0)`)}), `
  })
  const all = ctes.map((_, at) => sql`select * from ${named(at)}`)
  return { ctes: sql.join(ctes, sql``), all: sql.join(all, sql` union all `) }
}
