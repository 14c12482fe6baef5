import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Reading } from '../query/reading.ts'
import type { Fragment } from './filter-sql.ts'

/** `ts_rank` of a document's `frequencies`, times this, is the code that the migration explains. */
const codeUnit = (8 * Math.PI ** 2) / 6
const frequencyWeights = sql.lit('{0.125,0.25,0.5,1}')
const k1 = 1.2
const b = 0.75
/** If a kind has exactly the requested name, other kinds that end with it get less. */
const furtherShare = 0.6

/**
 * BM25, plus the weight of the rarest word for a product of the named kind: `laptop` means a laptop, and not the bags
 * that have the word more often.
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
    // A product of the kind counts as if it had the name of the kind once more.
    const frequency = orKind && isOfKind ? sql`(${counted} + x.kind)` : counted
    const score = sql`${weight}::float8 * ${frequency} / (${frequency} + x.norm)`
    if (literal === undefined) return score
    // Very few products have the typed word: they come before those found by an alternative.
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
    // `offset 0` prevents the planner from writing each rank twice.
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
