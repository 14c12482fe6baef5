import { type Restrictions, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Fragment } from './filter-sql.ts'
import { plannedOnce } from './planned-once.ts'

/**
 * A product whose identifier equals the words of the query ranks above all others only if hardly any other product has
 * these words. The search finds it in any case.
 */
const outranksMax = 3
const isOneOfMany = sql`hits.match = 'named' and (select count(*) from c1) > ${sql.lit(outranksMax)}`

/**
 * A part number with a word in it does not outrank products with all words of the query if its own product lacks one of
 * them: `cat6a cable 10m blue` does not ask for each product with the number `CAT6a Cable`.
 */
const lacksWords = sql`hits.match = 'worded' and exists (select 1 from c1)
    and hits.product_id not in (select product_id from c1)`

/**
 * True if a number next to the name of a kind tells what the goods are for, and a product of the kind has all words:
 * `toner for P2055` does not ask for a printer. For hits with their documents `d`, next to the candidates `c1`.
 */
function isForKind({ kinds, isForOther }: Analysis): Fragment {
  if (kinds.length === 0) return sql`false`
  const ids = sql`${[...kinds]}::text[]`
  if (isForOther) return sql`(not d.category_ids && ${ids})`
  return sql`(not d.category_ids && ${ids} and exists (
    select 1 from c1 join search.documents k using (product_id) where k.category_ids && ${ids}))`
}

export function scoreOfHit(analysis: Analysis): Fragment {
  return sql`case when ${isOneOfMany} or ${isForKind(analysis)} ${orLacksWords(analysis)} then 0 else hits.score end`
}

export function matchOfHit(analysis: Analysis): Fragment {
  return sql`case when ${isForKind(analysis)} ${orLacksWords(analysis)} then 'near' when ${isOneOfMany} then 'text'
    when hits.match in ('named', 'worded') then 'identifier' else hits.match end`
}

/** Most queries have no such number, and their statement need not tell it apart. */
function orLacksWords({ identifiers }: Analysis): Fragment {
  return identifiers.worded.length > 0 ? sql`or (${lacksWords})` : sql``
}

/** If more products share a number of two or three characters, it is not what the buyer wants. */
const briefMax = 5

/** The products found by one kind of identifier match: the `with` part, and the query for those that count. */
type Level = { readonly part: Fragment; readonly source: Fragment }

/**
 * The products with an identifier of the query, as a `with` part `hits`. Their scores are far above any score of the
 * text. Whole identifiers come first. Prefixes, then typing errors, then similar identifiers are searched only while
 * there is no hit.
 */
export function identifierCtes(
  { identifiers: { exact, worded, named, brief, prefix, near, slips } }: Analysis,
  restrictions: Restrictions,
): Fragment {
  const seen = seenOn(restrictions)
  const levels = [exactLevel(exact, worded, seen)]
  if (named !== undefined) levels.push(namedLevel(named, seen))
  if (brief !== undefined) levels.push(briefLevel(brief, seen))
  let nothingYet = sql`not exists (select 1 from exact)`
  if (prefix !== undefined) {
    levels.push(prefixLevel(prefix, nothingYet, seen))
    nothingYet = sql`${nothingYet} and not exists (select 1 from prefixed)`
  }
  if (slips.length > 0) {
    levels.push(slippedLevel(slips, nothingYet, seen))
    nothingYet = sql`${nothingYet} and not exists (select 1 from slipped)`
  }
  if (near !== undefined) levels.push(resemblingLevel(near, nothingYet, seen))
  const parts = levels.map(({ part }) => part)
  const sources = levels.map(({ source }) => source)
  return sql`${sql.join(parts)}, hits as materialized (${sql.join(sources, sql` union all `)})`
}

/** An identifier of a hidden product must neither take a place nor prevent the search for others. */
export function seenOn(restrictions: Restrictions): Fragment {
  if (restrictions.length === 0) return sql``
  return sql`and exists (select 1 from search.documents d
          where d.product_id = i.product_id ${visibleDocument(restrictions)})`
}

function exactLevel(exact: readonly string[], worded: readonly string[], seen: Fragment): Level {
  const match =
    worded.length > 0
      ? sql`case when bool_and(value = any(${[...worded]}::text[])) then 'worded' else 'identifier' end`
      : sql`'identifier'`
  const part = sql`exact as materialized (
      select product_id, 3e6 + max(length(value)) as score, ${match} as match
      from products.identifiers i where value = any(${plannedOnce(sql`${exact}::text[]`)}::text[]) ${seen}
      group by product_id order by 2 desc, 1 limit 20
    )`
  return { part, source: sql`select * from exact` }
}

function namedLevel(named: string, seen: Fragment): Level {
  const part = sql`named as materialized (
      select product_id, 3e6 + max(length(value)) as score, 'named' as match
      from products.identifiers i where value = ${plannedOnce(sql`${named}::text`)} ${seen}
        and product_id not in (select product_id from exact)
      group by product_id order by 1 limit 20
    )`
  return { part, source: sql`select * from named` }
}

function briefLevel(brief: string, seen: Fragment): Level {
  const part = sql`brief as materialized (
      select product_id, 3e6 as score, 'identifier' as match
      from products.identifiers i where value = ${plannedOnce(sql`${brief}::text`)} ${seen}
        and product_id not in (select product_id from exact)
      group by product_id limit ${sql.lit(briefMax + 1)}
    )`
  const source = sql`select * from brief where (select count(*) from brief) <= ${sql.lit(briefMax)}`
  return { part, source }
}

/** A value has only a-z and 0-9, so each value with a prefix is between the prefix and the prefix with a tilde. */
function prefixLevel(prefix: string, nothingYet: Fragment, seen: Fragment): Level {
  const part = sql`prefixed as materialized (
      select product_id, 2e6 - min(length(value)) as score, 'identifier' as match
      from products.identifiers i
      where ${nothingYet} and value >= ${plannedOnce(sql`${prefix}::text`)}
        and value < ${plannedOnce(sql`${`${prefix}~`}::text`)} ${seen}
      group by product_id order by 2 desc, 1 limit 20
    )`
  return { part, source: sql`select * from prefixed` }
}

function slippedLevel(slips: readonly string[], nothingYet: Fragment, seen: Fragment): Level {
  const part = sql`slipped as materialized (
      select product_id, 1e6 + max(length(value)) as score, 'near' as match
      from products.identifiers i
      where ${nothingYet} and value = any(${plannedOnce(sql`${[...slips]}::text[]`)}::text[]) ${seen}
      group by product_id order by 2 desc, 1 limit 10
    )`
  return { part, source: sql`select * from slipped` }
}

function resemblingLevel(near: string, nothingYet: Fragment, seen: Fragment): Level {
  const part = sql`resembling as materialized (
      select product_id, 1e6 * max(similarity(value, ${near})) as score, 'near' as match
      from products.identifiers i
      where ${nothingYet} ${seen}
        and value % ${plannedOnce(sql`${near}::text`)} and abs(length(value) - ${near.length}) <= 2 and similarity(value, ${near}) >= 0.4
      group by product_id order by 2 desc, 1 limit 10
    )`
  return { part, source: sql`select * from resembling` }
}
