import { type Restrictions, visibleDocument } from '#modules/products'
import { type Conn, sql } from '#platform/db'
import {
  type Candidate,
  type FoundArticle,
  matchesOf,
  numbersOf,
  type ProductMatch,
} from './match-products.ts'

/** If more products share a number, those of the same brand come first. */
const candidatesMax = 50

/**
 * Matches found articles to known products on sale that the company sees, in their order, with one statement. The catalogue is that
 * of all companies: `restrictions` are the assortment of the one that asks.
 */
export async function matchProducts(
  conn: Conn,
  restrictions: Restrictions,
  articles: readonly FoundArticle[],
): Promise<ProductMatch[][]> {
  const numbers = articles.flatMap((article, at) =>
    numbersOf(article).map((number) => ({ ...number, at, brand: article.brand ?? '' })),
  )
  if (numbers.length === 0) return articles.map(() => [])
  const column = <Value>(read: (number: (typeof numbers)[number]) => Value) => numbers.map(read)
  const { rows } = await sql<Candidate & { readonly at: number }>`
    select n.at, n.kind, n.value, hit.product_id as "productId", hit.brand, array(
      select g.value from search.identifiers g
      where g.product_id = hit.product_id and g.kind = 'gtin' order by g.value limit 20) as gtins
    from unnest(${column(({ at }) => at)}::integer[], ${column(({ kind }) => kind)}::text[],
      ${column(({ value }) => value)}::text[], ${column(({ brand }) => brand)}::text[]) as n (at, kind, value, brand)
    cross join lateral (
      select i.product_id, d.brand from search.identifiers i join search.documents d on d.product_id = i.product_id
      where i.value = n.value collate "C" and i.kind = n.kind ${visibleDocument(restrictions)}
      order by lower(d.brand) = lower(n.brand) desc, i.product_id limit ${sql.lit(candidatesMax)}
    ) as hit
  `.execute(conn)
  const candidates = Map.groupBy(rows, ({ at }) => at)
  return articles.map((article, at) => matchesOf(article, candidates.get(at) ?? []))
}
