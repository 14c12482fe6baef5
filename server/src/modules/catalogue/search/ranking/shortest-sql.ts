import { sql } from '#platform/db'
import { halves, longRanges } from '../documents/length-marks.ts'
import type { Fragment } from './filter-sql.ts'

/**
 * Documents of up to 52 words also have their words in separate indexes, one for each of these steps. The schema of
 * search has the same numbers (`documents_words_15` and the next). A mark among the words separates the longer ones.
 */
export const steps = [15, 22, 34, 52]

/** `few` are sorted with all their columns, `many` are not, and `any` are taken without an order. */
export type Taking = 'few' | 'many' | 'any'

/** A range of lengths. */
export type Step = {
  /** Narrows a text query to this step, so that the index alone can answer it. */
  readonly narrowed: (query: Fragment) => Fragment
  /** A further condition. */
  readonly within: Fragment
}

export const everyLength: Step = { narrowed: (query) => query, within: sql`` }

/** A query for documents `d` of a step, the shortest first unless `any`, and at most `limit` of them. */
export type ShortestOf = (step: Step, limit: Fragment, taking: Taking) => Fragment

/** The `with` parts, each with a comma at the end, and the query that combines them. */
export type Taken = { readonly ctes: Fragment; readonly all: Fragment }

/**
 * The shortest documents of a very common word, step by step: longer ones are read only if there are too few shorter
 * ones. Reading rows takes the time. So of a step of long documents only the needed number is read: there the length
 * matters little. The names of the `with` parts begin with the given name.
 */
export function shortestFirst(name: string, limit: Fragment, part: ShortestOf): Taken {
  const ctes: Fragment[] = []
  const names: Fragment[] = []
  /** With a limit of 0 PostgreSQL does not start to read. */
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
  // If there are few short documents, there are usually few long ones, too, and they are found at once.
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

/** All lengths in one part, for a small number of documents. */
export function anyLength(name: string, limit: Fragment, part: ShortestOf, taking: Taking): Taken {
  const taken = sql.ref(name)
  return {
    ctes: sql`${taken} as materialized (${part(everyLength, limit, taking)}), `,
    all: sql`select * from ${taken}`,
  }
}

const fewMax = 400

const quoteMark = (mark: string) => `'${mark}'`
const also = (marks: string) => (query: Fragment) => sql`(${query} && ${sql.lit(marks)}::tsquery)`

const shortSteps: readonly Step[] = steps.flatMap((until, at) => {
  const from = steps[at - 1]
  const above = from === undefined ? sql`` : sql`and d.length > ${sql.lit(from)}`
  const step = { ...everyLength, within: sql`${above} and d.length <= ${sql.lit(until)}` }
  if (!isHalved(until)) return [step]
  const half = quoteMark(halves[until].mark)
  return [
    { ...step, narrowed: also(half) },
    { ...step, narrowed: also(`!${half}`) },
  ]
})

function isHalved(until: number): until is keyof typeof halves {
  return until in halves
}

const long: Step = { ...everyLength, within: sql`and d.length > ${sql.lit(steps.at(-1))}` }

const withoutMark = longRanges.map(({ mark }) => `!${quoteMark(mark)}`).join(' & ')

const longSteps: readonly Step[] = [
  ...longRanges.map(({ mark }) => ({ ...everyLength, narrowed: also(quoteMark(mark)) })),
  // An older release wrote the document, and the background job has not updated it yet.
  { ...long, narrowed: also(withoutMark) },
]
