import { sql } from '#platform/db'
import type { Analysis, Reading } from '../query/analysis.ts'
import type { Fragment } from './filter-sql.ts'

/** What `ts_rank` makes of a document's `frequencies`, times this, is the code that the migration explains. */
const codeUnit = (8 * Math.PI ** 2) / 6
const frequencyWeights = sql.lit('{0.125,0.25,0.5,1}')
const k1 = 1.2
const b = 0.75
/** Where a kind has the very name that is asked for, those of which it is only the end get less. */
const furtherShare = 0.6

/**
 * BM25, and for a product of the kind that the query names as much again as its rarest word: a laptop is meant by `laptop`,
 * and not the bags that say so more often.
 */
export function scoreOf(
  { terms }: Reading,
  { averageLength, kinds, ownKinds }: Analysis,
): {
  sum: Fragment
  lateral: Fragment
} {
  if (terms.length === 0) return { sum: sql`0::float8`, lateral: sql`` }
  const isOfKind = kinds.length > 0 ? ofAny(kinds) : undefined
  const ranks = terms.map(({ own, instead }, at) => {
    const code = instead ? sql`greatest(${codeOf(own)}, ${codeOf(instead)} / 2)` : codeOf(own)
    return sql`${code} as ${sql.ref(`c${at}`)}`
  })
  for (const [at, { literal }] of terms.entries()) {
    if (literal) ranks.push(sql`${codeOf(literal.query)} as ${sql.ref(`l${at}`)}`)
  }
  const parts = terms.map(({ weight, orKind, literal }, at) => {
    const code = sql.ref(`x.c${at}`)
    const counted = sql`greatest(${code}, 4 * ${code} - 24)`
    // What is of the kind counts as if its kind were written on it.
    const frequency = orKind && isOfKind ? sql`(${counted} + x.kind)` : counted
    const score = sql`${weight}::float8 * ${frequency} / (${frequency} + x.norm)`
    if (literal === undefined) return score
    // Hardly any product has the very word: those come before what is found by another one.
    const own = sql.ref(`x.l${at}`)
    return sql`greatest(${score}, ${literal.weight}::float8 * ${own} / (${own} + x.norm))`
  })
  if (isOfKind) {
    const bonus = Math.max(...terms.map(({ weight }) => weight))
    const isFurther = ownKinds.length > 0 && ownKinds.length < kinds.length
    const share = isFurther
      ? sql`case when ${ofAny(ownKinds)} then 1 else ${sql.lit(furtherShare)} end`
      : sql`1`
    parts.push(sql`x.kind * ${bonus}::float8 * ${share}`)
  }
  const kind = isOfKind ? sql`case when ${isOfKind} then 1 else 0 end` : sql`0`
  const norm = sql`${k1}::float8 * (${1 - b}::float8 + ${b}::float8 * d.length / ${averageLength}::float8)`
  return {
    sum: sql`(${sql.join(parts, sql` + `)})`,
    // `offset 0` keeps the planner from writing each rank out twice.
    lateral: sql`cross join lateral (select ${norm} as norm, ${kind} as kind, ${sql.join(ranks)} offset 0) as x`,
  }
}

function ofAny(kinds: readonly string[]): Fragment {
  const [only] = kinds
  if (kinds.length === 1) return sql`d.category_ids @> array[${only}]`
  return sql`d.category_ids && ${kinds}::text[]`
}

function codeOf(query: string): Fragment {
  return sql`${codeUnit}::float8 * ts_rank(${frequencyWeights}::float4[], d.frequencies, ${query}::tsquery)`
}
