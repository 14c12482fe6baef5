import { type Shelf, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Fragment } from './filter-sql.ts'
import { plannedOnce } from './planned-once.ts'

/**
 * What is called by the words of the query stands above all others only where hardly anything else has these words: it is
 * found all the same.
 */
const outranksMax = 3
const isOneOfMany = sql`hits.match = 'named' and (select count(*) from c1) > ${sql.lit(outranksMax)}`

/**
 * A number beside the name of a kind is of what the kind goes with, where something of the kind has all the words: `toner for P2055`
 * asks for no printer. Of hits with their documents `d`, beside the candidates `c1`.
 */
function isForKind({ kinds, isForOther }: Analysis): Fragment {
  if (kinds.length === 0) return sql`false`
  const ids = sql`${[...kinds]}::text[]`
  if (isForOther) return sql`(not d.category_ids && ${ids})`
  return sql`(not d.category_ids && ${ids} and exists (
    select 1 from c1 join catalog.search_documents k using (product_id) where k.category_ids && ${ids}))`
}

export function scoreOfHit(analysis: Analysis): Fragment {
  return sql`case when ${isOneOfMany} or ${isForKind(analysis)} then 0 else hits.score end`
}

export function matchOfHit(analysis: Analysis): Fragment {
  return sql`case when ${isForKind(analysis)} then 'near' when ${isOneOfMany} then 'text'
    when hits.match = 'named' then 'identifier' else hits.match end`
}

/** A number of two or three signs that more products have is none that somebody asks for. */
const briefMax = 5

/** Scores far above any of the text: identifiers as a whole, then their beginnings, then what resembles them. */
export function identifierCtes(
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
