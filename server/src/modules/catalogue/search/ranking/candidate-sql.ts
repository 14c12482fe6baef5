import { type Restrictions, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Term } from '../query/query-terms.ts'
import type { Reading } from '../query/reading.ts'
import type { Place, Sort } from '../search-query.ts'
import { type Fragment, priceOrderOf } from './filter-sql.ts'
import { identifierCtes, matchOfHit, scoreOfHit } from './identifier-sql.ts'
import { matchOf } from './match-sql.ts'
import { nearerCtes } from './nearer-sql.ts'
import { orderOf } from './order-sql.ts'
import type { PriceScale } from './price-scale.ts'
import { scoreOf } from './score-sql.ts'
import { anyLength, type ShortestOf, shortestFirst, type Taken } from './shortest-sql.ts'
import { tsquery } from './tsquery-sql.ts'

/** The maximum of ranked documents. Above it, counts are lower bounds. */
export const candidatesMax = 2_000
/** With fewer documents that have all words, those with some of them are ranked, too. */
const enoughWithAllWords = 50
/**
 * An OR over words in half of the catalogue would rank half of the catalogue. Such words count only together with rarer
 * ones.
 */
const commonShare = 0.15
/** From this number of documents on, the shortest are found by length. Below it, reading all is as fast. */
const lengthwiseMin = 12_000

export type Candidates = {
  /** The `with` parts. The last one is `found`: product_id, score and match, each product once. */
  readonly ctes: Fragment
  /** The `carried` columns of each found product, as a query. */
  readonly carried: Fragment
  /** A `with` part with this name: the carried columns under other conditions. Of too many documents, the shortest. */
  readonly without: (name: string, conditions: Fragment) => Fragment
  readonly cutOff: Fragment
  /** The number of documents with all words if those with some of them were searched, too; else null. */
  readonly withAllWords: Fragment
  /** `full`, `partial` or `none`: see `Analysis.complete` and `Analysis.carried`. */
  readonly match: Fragment
}

export type CandidatesRequest = {
  readonly analysis: Analysis
  readonly language: string | undefined
  readonly conditions: Fragment
  readonly sort: Sort
  readonly scale: PriceScale
  /** Undefined on the first page. */
  readonly after: Place | undefined
  readonly restrictions: Restrictions
  /**
   * Columns of document `d` to return, because its row is read anyway. Otherwise thousands of rows would be read again.
   */
  readonly carried: Fragment | undefined
}

/** Ranks the documents of a GIN index by BM25, with identifier matches above them. */
export function textCandidates(request: CandidatesRequest): Candidates {
  const { analysis, conditions, sort, restrictions } = request
  const { readings, hard } = analysis
  const more = request.carried ? sql`, ${request.carried}` : sql``
  const all = tsquery(anyOf(readings.map(allTerms)))
  const strict = hard ? sql`and d.tsv @@ ${tsquery(hard)}` : sql``
  // In any other order than relevance, weak matches would come first.
  const enough = sort === 'relevance' ? enoughWithAllWords : 1
  const enoughOf = sql.lit(readings.some(({ terms }) => terms.length > 1) ? enough : 0)
  const widened = sql`(select is_widened from width)`
  const { order, after } = cutOf(request)
  // After the last page no document is left, but that does not mean that none matches.
  const unpaged =
    sort !== 'relevance' && request.after
      ? sql`(select 1 from search.documents d where d.tsv @@ ${all} ${strict} ${conditions} limit 1) as w`
      : sql`c1`
  const nearer = sort === 'relevance' ? nearerCtes(analysis, all) : undefined
  const narrowed = sql`${strict} ${conditions} ${after}`
  const portions = portionsOf(request)
  const c1 = scoreCandidates(request, {
    name: 'c1',
    portions: portions.every,
    more,
    order,
    conditions: narrowed,
  })
  const c2 = scoreCandidates(request, {
    name: 'c2',
    portions: portions.some,
    more,
    order,
    conditions: sql`and ${widened} ${narrowed}`,
  })
  const ctes = sql`
    ${identifierCtes(analysis, restrictions)},
    ${c1.ctes} c1 as materialized (${c1.all}), width as materialized (
      -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
      -- none is no answer.
      select n.found < ${enoughOf} and (n.found = 0 or (
        select count(*) from (
          select 1 from search.documents d where d.tsv @@ ${all} ${strict} ${visibleDocument(restrictions)} limit ${enoughOf}
        ) as anywhere) < ${enoughOf}) as is_widened
      from (select count(*) as found from ${unpaged}) as n
    ), ${c2.ctes} c2 as materialized (${c2.all}), ${nearer ? sql`scored` : sql`found`} as materialized (
      -- What has every word is no near miss, also where its number resembles what was typed.
      select product_id, max(score) as score,
        case min(match) when 'identifier' then 'identifier' else max(match) end as match from (
        select product_id, score, 'text' as match from c1
        union all select product_id, score, 'near' from c2
        union all select d.product_id, ${scoreOfHit(analysis)}, ${matchOfHit(analysis)}
          from hits join search.documents d using (product_id) where true ${strict} ${conditions}
      ) as every_match
      group by product_id
    )${nearer ? sql`, ${nearer}` : sql``}`
  const cutOff = sql`((select count(*) from c1) > ${sql.lit(candidatesMax)}
    or (select count(*) from c2) > ${sql.lit(candidatesMax)})`
  const withAllWords = sql`(case when ${widened} then (select count(*) from c1) end)`
  return {
    ctes,
    carried: carriedOf(more, sql`${strict} ${conditions}`),
    without: (...given) => unscoredCandidates(request, { widened, strict }, ...given),
    cutOff,
    withAllWords,
    match: matchOf(analysis, sql`${strict} ${conditions}`),
  }
}

/** Each product once: with all words, with some of them, or found by its identifier. */
function carriedOf(more: Fragment, conditions: Fragment): Fragment {
  return sql`
    select * from c1
    union all select * from c2 where not exists (select 1 from c1 where c1.product_id = c2.product_id)
    union all select d.product_id, hits.score ${more}
      from hits join search.documents d using (product_id)
      where not exists (select 1 from c1 where c1.product_id = hits.product_id)
        and not exists (select 1 from c2 where c2.product_id = hits.product_id) ${conditions}`
}

/** Without the scores, and in the same order of portions. */
function unscoredCandidates(
  request: CandidatesRequest,
  { widened, strict }: Readonly<Record<'widened' | 'strict', Fragment>>,
  name: string,
  conditions: Fragment,
): Fragment {
  const { analysis, carried = sql`d.product_id` } = request
  const { readings } = analysis
  const queryOf = (...asking: readonly Asking[]) =>
    tsquery(anyOf(asking.flatMap(({ query }) => readings.map(query))))
  const isCommon = ({ documents }: Asking) =>
    readings.some((one) => documents(one) >= lengthwiseMin)
  const { every, some } = portionsOf(request)
  const all = sql`(case when ${widened} then ${queryOf(...some)} else ${queryOf(...every)} end)`
  const hit = sql`d.product_id = any(array(select product_id from hits))`
  if (![...every, ...some].some(isCommon)) {
    return sql`${sql.ref(name)} as materialized (
      select ${carried} from search.documents d where (d.tsv @@ ${all} ${strict} or ${hit}) ${conditions}
    )`
  }
  let left: Fragment = sql.lit(candidatesWanted)
  const longer = every.length > some.length ? every : some
  const taken = longer.map((_, at) => {
    const given = { every: every[at] ?? nothing, some: some[at] ?? nothing }
    const asked = sql`(case when ${widened} then ${queryOf(given.some)} else ${queryOf(given.every)} end)`
    const part: ShortestOf = ({ narrowed, within }, limit, taking) => sql`
      select ${carried} from search.documents d
      where d.tsv @@ ${narrowed(asked)} ${within} ${strict} ${conditions}
      ${taking === 'any' ? sql`` : sql`order by d.length, d.product_id`} limit ${limit}`
    const each = `${name}_${at}`
    const limit = sql`least(${left}, case when ${widened} then ${sql.lit(given.some.max)} end)`
    const one =
      isCommon(given.every) || isCommon(given.some)
        ? shortestFirst(each, limit, part)
        : anyLength(each, limit, part, 'few')
    left = leftOf(left, one)
    return one
  })
  return sql`${ctesOf(taken)} ${sql.ref(name)} as materialized (${allOfThem(taken)} union all
    select ${carried} from search.documents d
    where ${hit} and not (d.tsv @@ ${all} ${strict}) ${conditions})`
}

/** What remains of the limit after the earlier portions. */
const leftOf = (before: Fragment, { all }: Taken) =>
  sql`greatest(${before} - (select count(*) from (${all}) as taken), 0)`
const ctesOf = (taken: readonly Taken[]) =>
  sql.join(
    taken.map(({ ctes }) => ctes),
    sql``,
  )
const allOfThem = (taken: readonly Taken[]) =>
  sql.join(
    taken.map(({ all }) => all),
    sql` union all `,
  )

/**
 * Selects the candidates if there are too many: the shortest for relevance; for any other order the first ones after
 * the end of the previous page.
 */
function cutOf({ sort, scale, after }: CandidatesRequest): Record<'order' | 'after', Fragment> {
  if (sort === 'relevance') return { order: sql`d.length, d.product_id`, after: sql`` }
  const order = orderOf(sort, { price: priceOrderOf(scale), id: sql`d.product_id` })
  return { order: order.by, after: after ? order.after(after) : sql`` }
}

/**
 * Of more documents, and of long ones, the first are selected by their physical places and then read again. To sort all
 * of them with their columns needs more memory than a sort has, and would use a temporary file.
 */
const sortedWholeMax = 1.5 * candidatesMax

const rankedColumns = sql`d.product_id, d.length, d.frequencies, d.supplier_company_id, d.brand, d.category_ids, d.traits, d.price,
  d.currency`

/** The documents that one reading selects. */
type Asking = {
  readonly query: (reading: Reading) => string
  /** The estimated number of documents, from the counts of the words. */
  readonly documents: (reading: Reading) => number
}

const allOf: Asking = {
  query: allTerms,
  documents: ({ terms }) => (terms.length > 0 ? Math.min(...terms.map(({ most }) => most)) : 0),
}

const someOf: Asking = {
  query: someTerms,
  documents: ({ terms }) => orTerms(terms).reduce((sum, { most }) => sum + most, 0),
}

/**
 * Portions that are taken in order, each up to a maximum: documents with all words, and documents with some of them.
 */
type Portion = Asking & { readonly max: number }
const nothing: Portion = { query: () => '', documents: () => 0, max: 0 }

type Portions = Readonly<Record<'every' | 'some', readonly Portion[]>>

const candidatesWanted = candidatesMax + 1

/**
 * If there are too many documents, those of the kind that the query names come first: of a hundred thousand documents
 * with `laptop`, the shortest are bags and cables. If very few have all words, products of the kind without the other
 * words get at most half of the places.
 */
function portionsOf({ analysis: { kind }, sort }: CandidatesRequest): Portions {
  if (!kind || sort !== 'relevance') {
    return {
      every: [{ ...allOf, max: candidatesWanted }],
      some: [{ ...someOf, max: candidatesWanted }],
    }
  }
  const portion = (
    queries: (reading: Reading) => readonly string[],
    documents: Asking['documents'],
    max = candidatesWanted,
  ): Portion => ({
    query: (reading) => {
      const all = reading.terms.length > 0 ? queries(reading) : []
      return all.length > 0 && all.every(Boolean) ? [...all, ...ownOf(reading)].join(' & ') : ''
    },
    documents,
    max,
  })
  const others = (terms: readonly Term[]) => terms.filter(({ orKind }) => !orKind)
  const anyTerm = (terms: readonly Term[]) => anyQuery(terms.map((one) => one.query))
  const someOther = ({ terms }: Reading) => anyTerm(others(orTerms(terms)))
  const someName = ({ terms }: Reading) => anyTerm(orTerms(terms).filter(({ orKind }) => orKind))
  const { query, documents } = kind
  return {
    every: [
      portion(
        ({ terms }) => [query, ...others(terms).map((one) => one.query)],
        ({ terms }) => Math.min(documents, ...others(terms).map(({ most }) => most)),
      ),
      portion(({ terms }) => [...terms.map((one) => one.query), `!${query}`], allOf.documents),
    ],
    some: [
      portion(
        (reading) => [query, someOther(reading)],
        () => documents,
      ),
      portion(
        (reading) => [query, someName(reading), ...negateQuery(someOther(reading))],
        () => documents,
        candidatesMax / 2,
      ),
      portion(({ terms }) => [anyTerm(orTerms(terms)), `!${query}`], someOf.documents),
    ],
  }
}

const anyQuery = (queries: readonly string[]) =>
  queries.length > 0 ? `(${queries.join(' | ')})` : ''
const negateQuery = (query: string) => (query === '' ? [] : [`!${query}`])
const ownOf = ({ own }: Reading) => (own === undefined ? [] : [own])

type Scored = { readonly name: string; readonly portions: readonly Portion[] } & Readonly<
  Record<'more' | 'conditions' | 'order', Fragment>
>

/** A match in another language than that of the reader counts this share. */
const otherLanguageShare = 0.8

/**
 * A document in one language is found and scored by one reading. One in several languages may be found by several, and
 * has its best score.
 */
function scoreCandidates(
  { analysis, language, sort }: CandidatesRequest,
  { name, portions, more, conditions, order }: Scored,
): Pick<Taken, 'ctes' | 'all'> {
  const isPreferred = analysis.readings.some((reading) => reading.language === language)
  const readings = analysis.readings.map((reading, at) => {
    // The documents are selected before any score is computed, because most documents of a common word are not ranked.
    const partOf =
      ({ query }: Asking): ShortestOf =>
      ({ narrowed, within }, limit, taking) => {
        const first = (columns: Fragment) => sql`select ${columns} from search.documents d
          where d.tsv @@ ${narrowed(tsquery(query(reading)))} ${within} ${conditions}
          ${taking === 'any' ? sql`` : sql`order by ${order}`} limit ${limit}`
        return taking === 'many'
          ? sql`select ${rankedColumns} from (${first(sql`d.ctid`)}) as chosen
              join search.documents d on d.ctid = chosen.ctid`
          : first(rankedColumns)
      }
    let left: Fragment = sql.lit(candidatesWanted)
    const taken = portions.map((asking, nth) => {
      const each = `${name}_${at}_${nth}`
      const documents = asking.documents(reading)
      const limit = sql`least(${left}, ${sql.lit(asking.max)})`
      const one =
        sort === 'relevance' && documents >= lengthwiseMin
          ? shortestFirst(each, limit, partOf(asking))
          : anyLength(each, limit, partOf(asking), documents > sortedWholeMax ? 'many' : 'few')
      left = leftOf(left, one)
      return one
    })
    // Written once: a statement that repeats the expression in each part takes longer to plan than to execute.
    const score = scoreOf(reading, analysis)
    const isOther = isPreferred && reading.language !== language
    const sum = isOther ? sql`${sql.lit(otherLanguageShare)} * ${score.sum}` : score.sum
    const all = sql`select d.product_id, ${sum} as score ${more} from (${allOfThem(taken)}) as d ${score.lateral}`
    return { ctes: ctesOf(taken), all }
  })
  const all = allOfThem(readings)
  const once = sql`select distinct on (product_id) * from (${all}) as by_reading order by product_id, score desc`
  return { ctes: ctesOf(readings), all: analysis.isMixed && readings.length > 1 ? once : all }
}

function allTerms({ terms, own }: Reading): string {
  const all = terms.map(({ query, orKind }) => (orKind ? `(${query} | ${orKind})` : query))
  return own ? [...all, own].join(' & ') : all.join(' & ')
}

function someTerms({ terms, own }: Reading): string {
  const some = orTerms(terms)
    .map(({ query }) => query)
    .join(' | ')
  return own ? `(${some}) & ${own}` : some
}

function anyOf(queries: readonly string[]): string {
  const [first = '', ...others] = queries.filter(Boolean)
  return others.length > 0 ? [first, ...others].map((query) => `(${query})`).join(' | ') : first
}

function orTerms(terms: readonly Term[]): readonly Term[] {
  const rarest = Math.min(...terms.map(({ documents }) => documents))
  const limit = Math.max(rarest, commonLimit(terms))
  return terms.filter(({ documents }) => documents <= limit)
}

/** The weight of BM25 falls with the share of documents. This computes the share from the weight. */
function commonLimit(terms: readonly Term[]): number {
  const [first] = terms
  if (!first) return 0
  const total = (Math.exp(first.weight) - 1) * (first.documents + 0.5) + first.documents - 0.5
  return total * commonShare
}
