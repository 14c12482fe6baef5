import { sql } from '#platform/db'
import type { Fragment } from './filter-sql.ts'

/**
 * Documents of up to 52 words have their words in indexes of their own too, one for each of these steps: migrations 0190 to
 * 0193, where the same numbers stand.
 */
export const steps = [15, 22, 34, 52]

/** `few` are sorted with all that is read of them, `many` or long ones are not, and `any` are taken as they come. */
export type Taking = 'few' | 'many' | 'any'

/** A query for documents `d` that `within` leaves, the shortest unless it is any, and at most `limit` of them. */
export type ShortestOf = (within: Fragment, limit: Fragment, taking: Taking) => Fragment

/**
 * The shortest documents of a word that very many have, step by step: a longer one is not read before there are too few
 * of the shorter ones. The length of a document stands in its row, and rows are what takes time: so where half of what is
 * wanted was found among the short ones, the rest of the long ones are any. Returns `with` parts, each of which begins with
 * the name, and the query that puts them together.
 */
export function shortestFirst(
  name: string,
  limit: number,
  part: ShortestOf,
): { readonly ctes: Fragment; readonly all: Fragment } {
  const named = (at: number) => sql.ref(`${name}_${at}`)
  // With a limit of none PostgreSQL does not begin to look.
  const leftAfter = (count: number) => {
    const found = Array.from({ length: count }, (_, at) => sql`(select count(*) from ${named(at)})`)
    return sql`greatest(${sql.join([sql.lit(limit), ...found], sql` - `)}, 0)`
  }
  const longer = sql`and d.length > ${sql.lit(steps.at(-1) ?? 0)}`
  const short = steps.map((until, at) => {
    const from = steps[at - 1]
    const above = from === undefined ? sql`` : sql`and d.length > ${sql.lit(from)}`
    return part(sql`${above} and d.length <= ${sql.lit(until)}`, leftAfter(at), 'few')
  })
  const left = sql`(select left_over from ${sql.ref(`${name}_left`)})`
  const isLittle = sql`${left} <= ${sql.lit(Math.floor(limit / 2))}`
  const parts = [
    ...short,
    part(longer, sql`case when ${isLittle} then ${left} else 0 end`, 'any'),
    part(longer, sql`case when ${isLittle} then 0 else ${left} end`, 'many'),
  ]
  const ctes = parts.map((query, at) => {
    const before =
      at === steps.length
        ? sql`${sql.ref(`${name}_left`)} as materialized (select ${leftAfter(at)} as left_over), `
        : sql``
    return sql`${before}${named(at)} as materialized (${query}), `
  })
  const all = parts.map((_, at) => sql`select * from ${named(at)}`)
  return { ctes: sql.join(ctes, sql``), all: sql.join(all, sql` union all `) }
}
