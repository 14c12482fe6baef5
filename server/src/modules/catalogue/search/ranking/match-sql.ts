import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type { Fragment } from './filter-sql.ts'
import { tsquery } from './tsquery-sql.ts'

/** The search checks so many of the best documents with all words for a match of the whole query. */
const completeAmong = 200

/** A number that resembles what was typed comes near. Its score is above any score of a text. */
const numberScoreMin = 1e5

/** `full`, `partial` or `none`, of candidates `c1` and of the products `found`. */
export function matchOf({ complete, carried }: Analysis, conditions: Fragment): Fragment {
  const isNumberNear = sql`exists (select 1 from found where match = 'near' and score >= ${sql.lit(numberScoreMin)})`
  // A product with every word somewhere comes near too: a coffee machine for `coffee beans`.
  const isNear =
    carried === undefined
      ? sql`exists (select 1 from found)`
      : carried === ''
        ? isNumberNear
        : sql`exists (select 1 from c1) or ${isNumberNear}
        or exists (select 1 from search.documents d where d.tsv @@ ${tsquery(carried)} ${conditions} limit 1)`
  return sql`(case when exists (select 1 from found where match = 'identifier') or exists (
      select 1 from (select product_id from c1 order by score desc, product_id limit ${sql.lit(completeAmong)}) as b
      join search.documents d using (product_id) where d.tsv @@ ${tsquery(complete)}) then 'full'
    when ${isNear} then 'partial' else 'none' end)`
}
