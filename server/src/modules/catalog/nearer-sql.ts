import { sql } from '#platform/db'
import { accessoryWords, partWords } from './accessory-words.ts'
import type { Analysis } from './analysis.ts'
import type { Fragment } from './filter-sql.ts'
import { singular } from './nouns.ts'
import type { Term } from './query-terms.ts'

/** So many of the best are looked at once more. */
const lookedAtAgain = 200
/** Shares of the weight of the rarest word. */
const togetherShare = 0.75
const joinedShare = 0.5
/** What has all words comes before what has some of them, as a rule. */
const allWordsShare = 0.4
const valueShare = 0.5
/** Two words are near each other by chance too often to say much. */
const togetherMin = 3
/** What is a part has the bonus of its kind taken away again. */
const partShare = 0.6
/** A word that fewer of a kind have in their names says that a product goes with the kind. */
const rarePartShare = 0.1

/**
 * From `scored` to `found`: those of the best that have all words get more, at most so that they change places among
 * themselves. For words that stand close together, as in a name that is asked for; for what was typed with a slash and
 * stands side by side, `LC/SC`; and for a word that is what the product is, `AA` as the type of a battery. Undefined where
 * one word says nothing of the kind.
 */
export function nearerCtes(analysis: Analysis, all: Fragment): Fragment | undefined {
  const readings = analysis.readings.map(({ terms }) => terms.filter(({ isUnit }) => !isUnit))
  const longest = Math.max(...readings.map((words) => words.length))
  const { kinds } = analysis
  if (longest < 2 && kinds.length === 0) return undefined
  const most = Math.max(0, ...readings.flat().map(({ weight }) => weight))
  const shares = [valueShareOf(analysis.values)]
  if (longest >= togetherMin) {
    const query = togetherOf(readings)
    shares.push(
      sql`${togetherShare}::float8 * least(1, ts_rank_cd('{0.1,0.1,0.3,1}', d.tsv, ${query}::tsquery))`,
    )
  }
  if (analysis.joined.length > 0) shares.push(joinedShareOf(analysis.joined))
  const partOf = kinds.length > 0 ? partsCtes(analysis) : undefined
  const isPart = sql`case when exists (select 1 from parts where parts.product_id = best.product_id)
    then ${partShare}::float8 else 0 end`
  const isWhole =
    kinds.length > 0
      ? sql`d.category_ids && ${[...kinds]}::text[]
          and not exists (select 1 from parts where parts.product_id = best.product_id)`
      : sql`true`
  shares.push(sql`case when ${isWhole} then ${allWordsShare}::float8 else 0 end`)
  return sql`best as materialized (
      select product_id, score, match from scored order by score desc, product_id limit ${sql.lit(lookedAtAgain)}
    ), ${partOf ? sql`${partOf},` : sql``} found as materialized (
      select product_id, match, case when match = 'identifier' then score else score + ${most}::float8 *
        (case when d.tsv @@ ${all} then ${sql.join(shares, sql` + `)} else 0 end ${partOf ? sql`- ${isPart}` : sql``}) end as score
      from best join catalog.search_documents d using (product_id)
      union all
      select product_id, match, score from scored
      where not exists (select 1 from best where best.product_id = scored.product_id)
    )`
}

/**
 * Of what is of the kind that is called: what is a part of such a product, or goes with it. It calls itself so, or by a word that few
 * of the kind have in their names, or it is for one by its name.
 */
function partsCtes({ kinds, kindNouns, kindWords, values }: Analysis): Fragment {
  const asked = new Set([
    ...kindWords,
    ...values.map((value) => singular(value.replace(/^.*=/, ''))),
  ])
  const notAsked = (words: readonly string[]) => words.filter((word) => !asked.has(singular(word)))
  const sure = notAsked(accessoryWords)
  const words = [...sure, ...notAsked(partWords)]
  const noun = kindNouns.map((one) => one.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|')
  const isFor = sql`b.name_key ~ ${`\\m(?:for|fur|pour)\\M.*\\m(?:${noun})`}
    and substring(b.name_key from '^(.*?)\\m(?:for|fur|pour)\\M') !~ ${`\\m(?:${noun})`}`
  return sql`of_kind as materialized (
      select b.product_id, d.name_key from best b join catalog.search_documents d using (product_id)
      where d.category_ids && ${[...kinds]}::text[]
    ), said as materialized (
      select distinct b.product_id, w.word from of_kind b
      cross join lateral unnest(regexp_split_to_array(b.name_key, '[^[:alnum:]]+')) as n(word)
      join unnest(${words}::text[]) as w(word) on w.word = n.word
    ), rare as materialized (
      select word from said group by word
      having word = any(${sure}::text[]) or count(*) < ${sql.lit(rarePartShare)} * (select count(*) from of_kind)
    ), parts as materialized (
      select product_id from said where word in (select word from rare)
      union select b.product_id from of_kind b where ${isFor}
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
