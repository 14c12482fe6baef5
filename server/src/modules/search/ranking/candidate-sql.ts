import { type Restrictions, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { Analysis, Reading } from '../query/analysis.ts'
import type { Term } from '../query/query-terms.ts'
import type { Place, Sort } from '../search-query.ts'
import { type Fragment, priceOrderOf } from './filter-sql.ts'
import { identifierCtes, matchOfHit, scoreOfHit } from './identifier-sql.ts'
import { nearerCtes } from './nearer-sql.ts'
import { orderOf } from './order-sql.ts'
import { plannedOnce } from './planned-once.ts'
import type { PriceScale } from './price-scale.ts'
import { scoreOf } from './score-sql.ts'
import { anyLength, type ShortestOf, shortestFirst, type Taken } from './shortest-sql.ts'

/** So many documents are ranked at most. Above it counts are lower bounds. */
export const candidatesMax = 2_000
/** With fewer documents that have every word, those that have some of them are ranked too. */
const enoughWithAllWords = 50
/** An OR of words that half the catalogue has ranks half the catalogue: they count only beside rarer ones. */
const commonShare = 0.15
/** Of so many documents the shortest are found by length. Reading all of fewer is as quick. */
const lengthwiseMin = 12_000

export type Candidates = {
  /** `with` parts. The last one is `found`: product_id, score and match, each product once. */
  readonly ctes: Fragment
  /** What was `carried` of each product that is found, as the text of a query. */
  readonly carried: Fragment
  /** A `with` part of this name: what would be carried under other conditions. Of too many the shortest. */
  readonly without: (name: string, conditions: Fragment) => Fragment
  readonly cutOff: Fragment
  /** How many have every word, where products with some of them were looked for, too; else null. */
  readonly withAllWords: Fragment
  /** Whether one of them matches the whole query: see `Analysis.complete`. */
  readonly isComplete: Fragment
}

export type CandidatesRequest = {
  readonly analysis: Analysis
  readonly conditions: Fragment
  readonly sort: Sort
  readonly scale: PriceScale
  /** Undefined on the first page. */
  readonly after: Place | undefined
  readonly restrictions: Restrictions
  /** Columns of document `d` to take along: the row is in hand, and thousands of them are not looked up again. */
  readonly carried: Fragment | undefined
}

/** Of the documents with every word so many of the best are asked whether one matches the whole query. */
const completeAmong = 200

/** BM25 over the documents that a GIN index finds, and identifier matches above them. */
export function textCandidates(request: CandidatesRequest): Candidates {
  const { analysis, conditions, sort, restrictions } = request
  const { readings, hard } = analysis
  const more = request.carried ? sql`, ${request.carried}` : sql``
  const all = tsquery(anyOf(readings.map(allTerms)))
  const strict = hard ? sql`and d.tsv @@ ${tsquery(hard)}` : sql``
  // Sorted by anything but relevance, weak matches would come first.
  const enough = sort === 'relevance' ? enoughWithAllWords : 1
  const enoughOf = sql.lit(readings.some(({ terms }) => terms.length > 1) ? enough : 0)
  const widened = sql`(select is_widened from width)`
  const { order, after } = cutOf(request)
  // After the last page of an order no document is left, which does not mean that none matches.
  const unpaged =
    sort !== 'relevance' && request.after
      ? sql`(select 1 from search.documents d where d.tsv @@ ${all} ${strict} ${conditions} limit 1) as w`
      : sql`c1`
  const nearer = sort === 'relevance' ? nearerCtes(analysis, all) : undefined
  const narrowed = sql`${strict} ${conditions} ${after}`
  const portions = portionsOf(request)
  const c1 = scored(request, {
    name: 'c1',
    portions: portions.every,
    more,
    order,
    conditions: narrowed,
  })
  const c2 = scored(request, {
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
    without: (...given) => besides(request, { widened, strict }, ...given),
    cutOff,
    withAllWords,
    isComplete: completeOf(analysis),
  }
}

/** Each product once: with every word, with some of them, or found by its identifier. */
function carriedOf(more: Fragment, conditions: Fragment): Fragment {
  return sql`
    select * from c1
    union all select * from c2 where not exists (select 1 from c1 where c1.product_id = c2.product_id)
    union all select d.product_id, hits.score ${more}
      from hits join search.documents d using (product_id)
      where not exists (select 1 from c1 where c1.product_id = hits.product_id)
        and not exists (select 1 from c2 where c2.product_id = hits.product_id) ${conditions}`
}

function completeOf({ complete }: Analysis): Fragment {
  return sql`(exists (select 1 from found where match = 'identifier') or exists (
    select 1 from (select product_id from c1 order by score desc, product_id limit ${sql.lit(completeAmong)}) as b
    join search.documents d using (product_id) where d.tsv @@ ${tsquery(complete)}))`
}

/** Without the scores, and in the same order of portions. */
function besides(
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
  let left: Fragment = sql.lit(wanted)
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

/** Of what was wanted before. */
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
 * Which of the documents are candidates where there are too many: the shortest for an order by relevance, and for another
 * order those that come first in it, after the place where the page before ended.
 */
function cutOf({ sort, scale, after }: CandidatesRequest): Record<'order' | 'after', Fragment> {
  if (sort === 'relevance') return { order: sql`d.length, d.product_id`, after: sql`` }
  const order = orderOf(sort, { price: priceOrderOf(scale), id: sql`d.product_id` })
  return { order: order.by, after: after ? order.after(after) : sql`` }
}

/**
 * Of more documents, and of long ones, the first are chosen by their places in the table, and then read once more: to sort them
 * with all that is read of them takes more memory than a sort has, and goes through a file.
 */
const sortedWholeMax = 1.5 * candidatesMax

const ranked = sql`d.product_id, d.length, d.frequencies, d.supplier_company_id, d.brand, d.category_ids, d.traits, d.price,
  d.currency`

/** Which documents a reading asks for. */
type Asking = {
  readonly query: (reading: Reading) => string
  /** How many that may be, as far as the words tell. */
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

/** What is taken one after the other, each up to so many: of documents that have every word, and of those that have some. */
type Portion = Asking & { readonly max: number }
const nothing: Portion = { query: () => '', documents: () => 0, max: 0 }

type Portions = Readonly<Record<'every' | 'some', readonly Portion[]>>

const wanted = candidatesMax + 1

/**
 * Of too many documents those come first that are of the kind which the query calls by name: of a hundred thousand that say
 * `laptop` the shortest are bags and cables. Where hardly any has all words, those of the kind that have none of the others have
 * half of the places at most.
 */
function portionsOf({ analysis: { kind }, sort }: CandidatesRequest): Portions {
  if (!kind || sort !== 'relevance') {
    return { every: [{ ...allOf, max: wanted }], some: [{ ...someOf, max: wanted }] }
  }
  const portion = (
    queries: (reading: Reading) => readonly string[],
    documents: Asking['documents'],
    max = wanted,
  ): Portion => ({
    query: (reading) => {
      const all = reading.terms.length > 0 ? queries(reading) : []
      return all.length > 0 && all.every(Boolean) ? [...all, ...ownOf(reading)].join(' & ') : ''
    },
    documents,
    max,
  })
  const others = (terms: readonly Term[]) => terms.filter(({ orKind }) => !orKind)
  const anyTerm = (terms: readonly Term[]) => grouped(terms.map((one) => one.query))
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
        (reading) => [query, someName(reading), ...negated(someOther(reading))],
        () => documents,
        candidatesMax / 2,
      ),
      portion(({ terms }) => [anyTerm(orTerms(terms)), `!${query}`], someOf.documents),
    ],
  }
}

const grouped = (queries: readonly string[]) =>
  queries.length > 0 ? `(${queries.join(' | ')})` : ''
const negated = (query: string) => (query === '' ? [] : [`!${query}`])
const ownOf = ({ own }: Reading) => (own === undefined ? [] : [own])

type Scored = { readonly name: string; readonly portions: readonly Portion[] } & Readonly<
  Record<'more' | 'conditions' | 'order', Fragment>
>

/** A document is of one language, so it is found and scored by one reading. */
function scored(
  { analysis, sort }: CandidatesRequest,
  { name, portions, more, conditions, order }: Scored,
): Pick<Taken, 'ctes' | 'all'> {
  const readings = analysis.readings.map((reading, at) => {
    // They are chosen before anything is reckoned: of a common word's documents most are not ranked.
    const partOf =
      ({ query }: Asking): ShortestOf =>
      ({ narrowed, within }, limit, taking) => {
        const first = (columns: Fragment) => sql`select ${columns} from search.documents d
          where d.tsv @@ ${narrowed(tsquery(query(reading)))} ${within} ${conditions}
          ${taking === 'any' ? sql`` : sql`order by ${order}`} limit ${limit}`
        return taking === 'many'
          ? sql`select ${ranked} from (${first(sql`d.ctid`)}) as chosen
              join search.documents d on d.ctid = chosen.ctid`
          : first(ranked)
      }
    let left: Fragment = sql.lit(wanted)
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
    // Written out once: a statement that reckons in each of its parts takes longer to plan than to carry out.
    const score = scoreOf(reading, analysis)
    const all = sql`select d.product_id, ${score.sum} as score ${more} from (${allOfThem(taken)}) as d ${score.lateral}`
    return { ctes: ctesOf(taken), all }
  })
  return { ctes: ctesOf(readings), all: allOfThem(readings) }
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

/** An empty query matches nothing, and neither do stop words alone. */
function tsquery(text: string): Fragment {
  return plannedOnce(sql`${text}::tsquery`)
}

function orTerms(terms: readonly Term[]): readonly Term[] {
  const rarest = Math.min(...terms.map(({ documents }) => documents))
  const limit = Math.max(rarest, commonLimit(terms))
  return terms.filter(({ documents }) => documents <= limit)
}

/** The weight of BM25 falls with the share of documents: this is that share, read back from it. */
function commonLimit(terms: readonly Term[]): number {
  const [first] = terms
  if (!first) return 0
  const total = (Math.exp(first.weight) - 1) * (first.documents + 0.5) + first.documents - 0.5
  return total * commonShare
}
