import { sql } from '#platform/db'
import type { Analysis, Term } from './analysis.ts'
import type { Fragment } from './filter-sql.ts'

/** So many of the best are looked at once more. */
const lookedAtAgain = 200
/** Shares of the weight of the rarest word. */
const togetherShare = 0.75
const joinedShare = 0.5
const valueShare = 0.5
/** Two words are near each other by chance too often to say much. */
const togetherMin = 3

/**
 * From `scored` to `found`: those of the best that have all words get more, at most so that they change places among
 * themselves. For words that stand close together, as in a name that is asked for; for what was typed with a slash and
 * stands side by side, `LC/SC`; and for a word that is what the product is, `AA` as the type of a battery. Undefined where
 * one word says nothing of the kind.
 */
export function nearerCtes(analysis: Analysis, all: Fragment): Fragment | undefined {
  const readings = analysis.readings.map(({ terms }) => terms.filter(({ isUnit }) => !isUnit))
  const longest = Math.max(...readings.map((words) => words.length))
  if (longest < 2) return undefined
  const most = Math.max(...readings.flat().map(({ weight }) => weight))
  const shares = [valueShareOf(analysis.values)]
  if (longest >= togetherMin) {
    const query = togetherOf(readings)
    shares.push(
      sql`${togetherShare}::float8 * least(1, ts_rank_cd('{0.1,0.1,0.3,1}', d.tsv, ${query}::tsquery))`,
    )
  }
  if (analysis.joined.length > 0) shares.push(joinedShareOf(analysis.joined))
  return sql`best as materialized (
      select product_id, score, match from scored order by score desc, product_id limit ${sql.lit(lookedAtAgain)}
    ), found as materialized (
      select product_id, match, case when match <> 'identifier' and d.tsv @@ ${all}
        then score + ${most}::float8 * (${sql.join(shares, sql` + `)}) else score end as score
      from best join catalog.search_documents d using (product_id)
      union all
      select product_id, match, score from scored
      where not exists (select 1 from best where best.product_id = scored.product_id)
    )`
}

function togetherOf(readings: readonly (readonly Term[])[]): string {
  const [first = '', ...others] = readings.map((words) =>
    words.map(({ query }) => query).join(' & '),
  )
  return others.length > 0 ? [first, ...others].map((query) => `(${query})`).join(' | ') : first
}

function valueShareOf(values: readonly string[]): Fragment {
  return sql`case when exists (select 1 from unnest(d.traits) as trait where lower(trait) = any(${values}::text[]))
    then ${valueShare}::float8 else 0 end`
}

function joinedShareOf(joined: readonly string[]): Fragment {
  const phrases = joined.map((pair) => sql`phraseto_tsquery('catalog.en_product', ${pair})`)
  return sql`case when d.tsv @@ (${sql.join(phrases, sql` && `)}) then ${joinedShare}::float8 else 0 end`
}
