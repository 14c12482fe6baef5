import { sql } from '#platform/db'
import type { Analysis, Reading, Term } from './analysis.ts'
import { type Shelf, visibleDocument } from './assortments/visible-sql.ts'
import { type Fragment, priceOrderOf } from './filter-sql.ts'
import { nearerCtes } from './nearer-sql.ts'
import { orderOf } from './order-sql.ts'
import { scoreOf } from './score-sql.ts'
import type { Place, PriceScale, Sort } from './search-query.ts'
import { everyLength, type ShortestOf, type Step, shortestFirst } from './shortest-sql.ts'

/** So many documents are ranked at most. Above it counts are lower bounds. */
export const candidatesMax = 4_000
/** With fewer documents that have every word, those that have some of them are ranked too. */
const enoughWithAllWords = 50
/** An OR of words that half the catalogue has ranks half the catalogue: they count only beside rarer ones. */
const commonShare = 0.15
/** Of so many documents the shortest are found by length. Reading all of fewer is as quick. */
const lengthwiseMin = 3 * candidatesMax

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
}

export type CandidatesRequest = {
  readonly analysis: Analysis
  readonly conditions: Fragment
  readonly sort: Sort
  readonly scale: PriceScale
  /** Undefined on the first page. */
  readonly after: Place | undefined
  readonly shelf: Shelf
  /** Columns of document `d` to take along: the row is in hand, and thousands of them are not looked up again. */
  readonly carried: Fragment | undefined
}

/** BM25 over the documents that a GIN index finds, and identifier matches above them. */
export function textCandidates(request: CandidatesRequest): Candidates {
  const { analysis, conditions, sort, shelf } = request
  const { readings, hard } = analysis
  const more = request.carried ? sql`, ${request.carried}` : sql``
  const all = tsquery(anyOf(readings.map(allTerms)))
  const some = tsquery(anyOf(readings.map(someTerms)))
  const strict = hard ? sql`and d.tsv @@ ${tsquery(hard)}` : sql``
  // Sorted by anything but relevance, weak matches would come first.
  const enough = sort === 'relevance' ? enoughWithAllWords : 1
  const wanted = sql.lit(readings.some(({ terms }) => terms.length > 1) ? enough : 0)
  const widened = sql`(select is_widened from width)`
  const { order, after } = cutOf(request)
  // After the last page of an order there are none left, which is not the same as none.
  const unpaged =
    sort !== 'relevance' && request.after
      ? sql`(select 1 from catalog.search_documents d where d.tsv @@ ${all} ${strict} ${conditions} limit 1) as w`
      : sql`c1`
  const nearer = sort === 'relevance' ? nearerCtes(analysis, all) : undefined
  const narrowed = sql`${strict} ${conditions} ${after}`
  const c1 = scored(request, allOf, { name: 'c1', more, order, conditions: narrowed })
  const c2 = scored(request, someOf, {
    name: 'c2',
    more,
    order,
    conditions: sql`and ${widened} ${narrowed}`,
  })
  const ctes = sql`
    ${identifierCtes(analysis, shelf)},
    ${c1.ctes} c1 as materialized (${c1.all}), width as materialized (
      -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
      -- none is no answer.
      select n.found < ${wanted} and (n.found = 0 or (
        select count(*) from (
          select 1 from catalog.search_documents d where d.tsv @@ ${all} ${strict} ${visibleDocument(shelf)} limit ${wanted}
        ) as anywhere) < ${wanted}) as is_widened
      from (select count(*) as found from ${unpaged}) as n
    ), ${c2.ctes} c2 as materialized (${c2.all}), ${nearer ? sql`scored` : sql`found`} as materialized (
      select product_id, max(score) as score, min(match) as match from (
        select product_id, score, 'text' as match from c1
        union all select product_id, score, 'text' from c2
        union all select d.product_id, ${scoreOfHit}, ${matchOfHit}
          from hits join catalog.search_documents d using (product_id) where true ${strict} ${conditions}
      ) as every_match
      group by product_id
    )${nearer ? sql`, ${nearer}` : sql``}`
  const cutOff = sql`((select count(*) from c1) > ${sql.lit(candidatesMax)}
    or (select count(*) from c2) > ${sql.lit(candidatesMax)})`
  const withAllWords = sql`(case when ${widened} then (select count(*) from c1) end)`
  const carried = sql`
    select * from c1
    union all select * from c2 where not exists (select 1 from c1 where c1.product_id = c2.product_id)
    union all select d.product_id, hits.score ${more}
      from hits join catalog.search_documents d using (product_id)
      where not exists (select 1 from c1 where c1.product_id = hits.product_id)
        and not exists (select 1 from c2 where c2.product_id = hits.product_id) ${strict} ${conditions}`
  const asked = sql`(case when ${widened} then ${some} else ${all} end)`
  const without: Candidates['without'] = (...given) => besides(request, asked, strict, ...given)
  return { ctes, carried, without, cutOff, withAllWords }
}

/** Without the scores. */
function besides(
  { analysis: { readings }, carried = sql`d.product_id` }: CandidatesRequest,
  asked: Fragment,
  strict: Fragment,
  name: string,
  conditions: Fragment,
): Fragment {
  const textual = ({ narrowed, within }: Step) =>
    sql`d.tsv @@ ${narrowed(asked)} ${within} ${strict}`
  const hit = sql`d.product_id = any(array(select product_id from hits))`
  const isCommon = ({ documents }: Asking) =>
    readings.some((one) => documents(one) >= lengthwiseMin)
  if (!isCommon(allOf) && !isCommon(someOf)) {
    return sql`${sql.ref(name)} as materialized (
      select ${carried} from catalog.search_documents d where (${textual(everyLength)} or ${hit}) ${conditions}
    )`
  }
  const { ctes, all } = shortestFirst(name, candidatesMax + 1, (step, limit, taking) => {
    const shortest = taking === 'any' ? sql`` : sql`order by d.length, d.product_id`
    return sql`select ${carried} from catalog.search_documents d where ${textual(step)} ${conditions}
      ${shortest} limit ${limit}`
  })
  return sql`${ctes} ${sql.ref(name)} as materialized (${all} union all
    select ${carried} from catalog.search_documents d where ${hit} and not (${textual(everyLength)}) ${conditions})`
}

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

type Scored = { readonly name: string } & Readonly<
  Record<'more' | 'conditions' | 'order', Fragment>
>

/** A document is of one language, so it is found and scored by one reading. */
function scored(
  { analysis, sort }: CandidatesRequest,
  asking: Asking,
  { name, more, conditions, order }: Scored,
): { readonly ctes: Fragment; readonly all: Fragment } {
  const parts = analysis.readings.map((reading, at) => {
    const score = scoreOf(reading, analysis)
    // They are chosen before anything is reckoned: of a common word's documents most are not ranked.
    const part: ShortestOf = ({ narrowed, within }, limit, taking) => {
      const first = (columns: Fragment) => sql`
        select ${columns} from catalog.search_documents d
        where d.tsv @@ ${narrowed(tsquery(asking.query(reading)))} ${within} ${conditions}
        ${taking === 'any' ? sql`` : sql`order by ${order}`} limit ${limit}`
      const documents =
        taking === 'many'
          ? sql`(${first(sql`d.ctid`)}) as chosen join catalog.search_documents d on d.ctid = chosen.ctid`
          : sql`(${first(ranked)}) as d`
      return sql`(select d.product_id, ${score.sum} as score ${more} from ${documents} ${score.lateral})`
    }
    const taking = asking.documents(reading) > sortedWholeMax ? 'many' : 'few'
    return sort === 'relevance' && asking.documents(reading) >= lengthwiseMin
      ? shortestFirst(`${name}_${at}`, candidatesMax + 1, part)
      : {
          ctes: sql``,
          all: part(everyLength, sql.lit(candidatesMax + 1), taking),
        }
  })
  return {
    ctes: sql.join(
      parts.map(({ ctes }) => ctes),
      sql``,
    ),
    all: sql.join(
      parts.map(({ all }) => all),
      sql` union all `,
    ),
  }
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
  const [first = ''] = queries
  return queries.length > 1 ? queries.map((query) => `(${query})`).join(' | ') : first
}

/** An empty query matches nothing, and neither do stop words alone. */
function tsquery(text: string): Fragment {
  return plannedOnce(sql`${text}::tsquery`)
}

/**
 * A value that PostgreSQL does not look at when it plans. Of values that it sees it expects now fewer rows and now more, and
 * plans the statement anew each time, which takes longer than finding a part number; and the plan is the same.
 */
function plannedOnce(value: Fragment): Fragment {
  return sql`(select ${value})`
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

/**
 * What is called by the words of the query stands above all others only where hardly anything else has these words: it is
 * found all the same.
 */
const outranksMax = 3
const isOneOfMany = sql`hits.match = 'named' and (select count(*) from c1) > ${sql.lit(outranksMax)}`
const scoreOfHit = sql`case when ${isOneOfMany} then 0 else hits.score end`
const matchOfHit = sql`case when ${isOneOfMany} then 'text' when hits.match = 'named' then 'identifier' else hits.match end`

/** A number of two or three signs that more products have is none that somebody asks for. */
const briefMax = 5

/** Scores far above any of the text: identifiers as a whole, then their beginnings, then what resembles them. */
function identifierCtes(
  { identifiers: { exact, named, brief, prefix, near, slips } }: Analysis,
  shelf: Shelf,
): Fragment {
  // An identifier of what is not seen must neither take a place nor keep others from being looked for.
  const seen =
    shelf.length > 0
      ? sql`and exists (select 1 from catalog.search_documents d
          where d.product_id = i.product_id ${visibleDocument(shelf)})`
      : sql``
  const parts = [
    sql`exact as materialized (
      select product_id, 3e6 + max(length(value)) as score, 'identifier' as match
      from catalog.search_identifiers i where value = any(${plannedOnce(sql`${exact}::text[]`)}::text[]) ${seen}
      group by product_id order by 2 desc, 1 limit 20
    )`,
  ]
  const sources = [sql`select * from exact`]
  if (named !== undefined) {
    parts.push(sql`named as materialized (
      select product_id, 3e6 + max(length(value)) as score, 'named' as match
      from catalog.search_identifiers i where value = ${plannedOnce(sql`${named}::text`)} ${seen}
        and product_id not in (select product_id from exact)
      group by product_id order by 1 limit 20
    )`)
    sources.push(sql`select * from named`)
  }
  if (brief !== undefined) {
    parts.push(sql`brief as materialized (
      select product_id, 3e6 as score, 'identifier' as match
      from catalog.search_identifiers i where value = ${plannedOnce(sql`${brief}::text`)} ${seen}
        and product_id not in (select product_id from exact)
      group by product_id limit ${sql.lit(briefMax + 1)}
    )`)
    sources.push(
      sql`select * from brief where (select count(*) from brief) <= ${sql.lit(briefMax)}`,
    )
  }
  const nothingYet = [sql`not exists (select 1 from exact)`]
  if (prefix !== undefined) {
    // Every value is of a-z and 0-9, so that what begins with a text lies between it and the text with a tilde.
    parts.push(sql`prefixed as materialized (
      select product_id, 2e6 - min(length(value)) as score, 'identifier' as match
      from catalog.search_identifiers i
      where ${sql.join(nothingYet, sql` and `)} and value >= ${plannedOnce(sql`${prefix}::text`)}
        and value < ${plannedOnce(sql`${`${prefix}~`}::text`)} ${seen}
      group by product_id order by 2 desc, 1 limit 20
    )`)
    sources.push(sql`select * from prefixed`)
    nothingYet.push(sql`not exists (select 1 from prefixed)`)
  }
  if (slips.length > 0) {
    parts.push(sql`slipped as materialized (
      select product_id, 1e6 + max(length(value)) as score, 'near' as match
      from catalog.search_identifiers i
      where ${sql.join(nothingYet, sql` and `)} and value = any(${plannedOnce(sql`${[...slips]}::text[]`)}::text[]) ${seen}
      group by product_id order by 2 desc, 1 limit 10
    )`)
    sources.push(sql`select * from slipped`)
    nothingYet.push(sql`not exists (select 1 from slipped)`)
  }
  if (near !== undefined) {
    parts.push(sql`resembling as materialized (
      select product_id, 1e6 * max(similarity(value, ${near})) as score, 'near' as match
      from catalog.search_identifiers i
      where ${sql.join(nothingYet, sql` and `)} ${seen}
        and value % ${plannedOnce(sql`${near}::text`)} and abs(length(value) - ${near.length}) <= 2 and similarity(value, ${near}) >= 0.4
      group by product_id order by 2 desc, 1 limit 10
    )`)
    sources.push(sql`select * from resembling`)
  }
  return sql`${sql.join(parts)}, hits as materialized (${sql.join(sources, sql` union all `)})`
}
