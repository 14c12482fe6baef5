import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Term } from '../query/query-terms.ts'
import type { Fragment } from './filter-sql.ts'
import { kindMembersCtes } from './kind-members-sql.ts'

/** So many of the best are looked at once more. */
const lookedAtAgain = 200
/** Shares of the weight of the rarest word. */
const togetherShare = 0.75
const joinedShare = 0.5
/** What has all words comes before what has some of them, as a rule. */
const allWordsShare = 0.4
const valueShare = 0.5
const modelShare = 0.5
/** What is of the kind by its name alone has what a category of the kind gives: the weight of the rarest word. */
const calledSoShare = 1
/** Two words are near each other by chance too often to say much. */
const togetherMin = 3
/** What is a part has the bonus of its kind taken away again. */
const partShare = 0.6
const untypicalShare = 0.5
/** Many suppliers state no attributes: between equals those come first that do. */
const silentShare = 0.1

/**
 * From `scored` to `found`: those of the best that have all words get more, at most so that they change places among
 * themselves. For words that stand close together, as in a name that is asked for; for what was typed with a slash and
 * stands side by side, `LC/SC`; for a word that is what the product is, `AA` as the type of a battery; for the model that it fits; and for
 * a name that calls it what is asked for. Undefined where one word says nothing of the kind.
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
  const kind = kinds.length > 0 ? kindShares(analysis) : undefined
  shares.push(kind ? kind.added : sql`${allWordsShare}::float8`)
  return sql`best as materialized (
      select product_id, score, match from scored order by score desc, product_id limit ${sql.lit(lookedAtAgain)}
    ), ${kind ? sql`${kindMembersCtes(analysis)},` : sql``} found as materialized (
      select product_id, match, case when match = 'identifier' then score else score + ${most}::float8 *
        (case when d.tsv @@ ${all} then ${sql.join(shares, sql` + `)} else 0 end ${kind ? sql`- ${kind.taken}` : sql``}) end as score
      from best join search.documents d using (product_id)
      union all
      select product_id, match, score from scored
      where not exists (select 1 from best where best.product_id = scored.product_id)
    )`
}

/** What a product has more or less of, by what it is to the kind that is called. */
function kindShares({ kinds, models }: Analysis): Record<'added' | 'taken', Fragment> {
  const isIn = (name: string) =>
    sql`exists (select 1 from ${sql.ref(name)} as one where one.product_id = best.product_id)`
  const isWhole = sql`(d.category_ids && ${[...kinds]}::text[] and not ${isIn('parts')})`
  const whole = sql`${allWordsShare}::float8 ${models.length > 0 ? sql`+ ${modelShareOf(models)}` : sql``}`
  return {
    added: sql`case when ${isWhole} then ${whole} when ${isIn('called_so')} then ${whole} + ${calledSoShare}::float8 else 0 end`,
    taken: sql`case when ${isIn('parts')} then ${partShare}::float8 when ${isIn('untypical')} then ${untypicalShare}::float8
      when ${isIn('silent')} then ${silentShare}::float8 else 0 end`,
  }
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

/** What fits the model that is named beside the kind of goods. */
function modelShareOf(models: readonly string[]): Fragment {
  return sql`case when exists (select 1 from unnest(d.traits) as trait
      where string_to_array(split_part(lower(trait), '=', 2), ', ') && ${models}::text[])
    then ${modelShare}::float8 else 0 end`
}

function joinedShareOf(joined: readonly string[]): Fragment {
  const phrases = joined.map((pair) => sql`phraseto_tsquery('search.en_product', ${pair})`)
  return sql`case when d.tsv @@ (${sql.join(phrases, sql` && `)}) then ${joinedShare}::float8 else 0 end`
}
