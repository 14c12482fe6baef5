import { sql } from '#platform/db'
import { halves, longRanges } from '../documents/length-marks.ts'
import type { Fragment } from './filter-sql.ts'

/**
 * Documents of up to 52 words have their words in indexes of their own too, one for each of these steps. The
 * schema of search has the same numbers (`documents_words_15` and the next). The rest is told apart by a mark among their words.
 */
export const steps = [15, 22, 34, 52]

/** `few` are sorted with all that is read of them, `many` are not, and `any` are taken as they come. */
export type Taking = 'few' | 'many' | 'any'

/** Some of the lengths. */
export type Step = {
  /** What is to be found, within the step. As one query, so that the index alone answers it. */
  readonly narrowed: (query: Fragment) => Fragment
  /** A condition besides. */
  readonly within: Fragment
}

export const everyLength: Step = { narrowed: (query) => query, within: sql`` }

/** A query for documents `d` of a step, the shortest unless it is any, and at most `limit` of them. */
export type ShortestOf = (step: Step, limit: Fragment, taking: Taking) => Fragment

/** `with` parts, each of which ends with a comma, and the query that puts them together. */
export type Taken = { readonly ctes: Fragment; readonly all: Fragment }

/**
 * The shortest documents of a word that very many have, step by step: a longer one is not read before there are too few
 * of the shorter ones. Rows are what takes time, so of a step of long ones no more are read than are wanted: there the length
 * tells little. The names of the `with` parts begin with the name.
 */
export function shortestFirst(name: string, limit: Fragment, part: ShortestOf): Taken {
  const ctes: Fragment[] = []
  const names: Fragment[] = []
  /** With a limit of none PostgreSQL does not begin to look. */
  const add = (step: Step, wanted: Fragment, taking: Taking) => {
    const added = sql.ref(`${name}_${names.length}`)
    ctes.push(sql`${added} as materialized (${part(step, wanted, taking)}), `)
    names.push(added)
    return sql`(select count(*) from ${added})`
  }
  const keep = (suffix: string, count: Fragment): Fragment => {
    const kept = sql.ref(`${name}_${suffix}`)
    ctes.push(sql`${kept} as materialized (select ${count} as n), `)
    return sql`(select n from ${kept})`
  }

  let left: Fragment = keep('limit', limit)
  for (const [at, step] of shortSteps.entries()) {
    const found = add(step, left, 'few')
    left = keep(`left_${at}`, sql`greatest(${left} - ${found}, 0)`)
  }
  // Of few short ones there are few long ones as a rule, which are found at once.
  const isFew = sql`${left} > (select n from ${sql.ref(`${name}_limit`)}) - ${sql.lit(fewMax)}`
  add(long, sql`case when ${isFew} then ${left} else 0 end`, 'any')
  left = keep('left_long', sql`case when ${isFew} then 0 else ${left} end`)
  for (const [at, step] of longSteps.entries()) {
    const found = add(step, left, 'any')
    left = keep(`left_long_${at}`, sql`greatest(${left} - ${found}, 0)`)
  }
  const all = names.map((one) => sql`select * from ${one}`)
  return { ctes: sql.join(ctes, sql``), all: sql.join(all, sql` union all `) }
}

/** All of them in one, where they are not so many. */
export function anyLength(name: string, limit: Fragment, part: ShortestOf, taking: Taking): Taken {
  const taken = sql.ref(name)
  return {
    ctes: sql`${taken} as materialized (${part(everyLength, limit, taking)}), `,
    all: sql`select * from ${taken}`,
  }
}

const fewMax = 400

const quoted = (mark: string) => `'${mark}'`
const also = (marks: string) => (query: Fragment) => sql`(${query} && ${sql.lit(marks)}::tsquery)`

const shortSteps: readonly Step[] = steps.flatMap((until, at) => {
  const from = steps[at - 1]
  const above = from === undefined ? sql`` : sql`and d.length > ${sql.lit(from)}`
  const step = { ...everyLength, within: sql`${above} and d.length <= ${sql.lit(until)}` }
  if (!isHalved(until)) return [step]
  const half = quoted(halves[until].mark)
  return [
    { ...step, narrowed: also(half) },
    { ...step, narrowed: also(`!${half}`) },
  ]
})

function isHalved(until: number): until is keyof typeof halves {
  return until in halves
}

const long: Step = { ...everyLength, within: sql`and d.length > ${sql.lit(steps.at(-1))}` }

const unmarked = longRanges.map(({ mark }) => `!${quoted(mark)}`).join(' & ')

const longSteps: readonly Step[] = [
  ...longRanges.map(({ mark }) => ({ ...everyLength, narrowed: also(quoted(mark)) })),
  // An older release has written it, and it is not read again yet.
  { ...long, narrowed: also(unmarked) },
]
