import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Term } from '../query/query-terms.ts'
import type { Fragment } from './filter-sql.ts'
import { kindMembersCtes } from './kind-members-sql.ts'

/** The number of best products that are ranked again. */
const lookedAtAgain = 200
/** This and the next shares are parts of the weight of the rarest word. */
const togetherShare = 0.75
const joinedShare = 0.5
/** A product with all words usually comes before one with some of them. */
const allWordsShare = 0.4
const valueShare = 0.5
const modelShare = 0.5
/**
 * A product of the kind by its name alone gets as much as a category of the kind gives: the weight of the rarest word.
 */
const calledSoShare = 1
/** Two words are often near each other by chance. */
const togetherMin = 3
/** A part loses this share of the bonus of its kind. */
const partShare = 0.6
const untypicalShare = 0.5
/** Many suppliers give no attributes. Products with attributes come before equal products without. */
const silentShare = 0.1

/**
 * Ranks the best products of `scored` again, as `found`. Products with all words can gain enough to change places among
 * each other. They gain for words close together, as in a name; for words typed with a slash and next to each other,
 * `LC/SC`; for a word that is an attribute of the product, `AA` as the type of a battery; for the model that they fit;
 * and for a name that is the named kind. Undefined if no word says such a thing.
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

/** What a product gains or loses by its relation to the named kind. */
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

/** What a product gains if it fits the model next to the kind of goods. */
function modelShareOf(models: readonly string[]): Fragment {
  return sql`case when exists (select 1 from unnest(d.traits) as trait
      where string_to_array(split_part(lower(trait), '=', 2), ', ') && ${models}::text[])
    then ${modelShare}::float8 else 0 end`
}

function joinedShareOf(joined: readonly string[]): Fragment {
  const phrases = joined.map((pair) => sql`phraseto_tsquery('search.en_product', ${pair})`)
  return sql`case when d.tsv @@ (${sql.join(phrases, sql` && `)}) then ${joinedShare}::float8 else 0 end`
}
