import { type Conn, sql } from '#platform/db'
import { type Restrictions, visibleProduct } from '../assortments/visible-sql.ts'
import type { Identifier } from './identifiers.ts'

export type IdentifierHit = { readonly productId: string; readonly kind: Identifier['kind'] }

/** The maximum of rows for one identifier. If more products share it, it is ambiguous anyway. */
const hitsMax = 20

/** Finds the products on sale with each of these identifiers, by the index alone. */
export async function listIdentifierHits(
  conn: Conn,
  restrictions: Restrictions,
  values: readonly string[],
): Promise<Map<string, IdentifierHit[]>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ value: string; product_id: string; kind: IdentifierHit['kind'] }>`
    select requested.value, hit.product_id, hit.kind
    from unnest(${values}::text[]) as requested(value)
    cross join lateral (
      select product_id, kind from products.identifiers i
      where value = requested.value collate "C" ${isInAssortment(restrictions)} order by value, product_id, kind limit ${sql.lit(hitsMax)}
    ) as hit
  `.execute(conn)
  const hits = new Map<string, IdentifierHit[]>()
  for (const { value, product_id, kind } of rows) {
    const known = hits.get(value) ?? []
    known.push({ productId: product_id, kind })
    hits.set(value, known)
  }
  return hits
}

/** Identifier `i` belongs to a product in the company's assortment. */
function isInAssortment(restrictions: Restrictions) {
  if (restrictions.length === 0) return sql``
  return sql`and exists (select from products.products p join products.categories c on c.id = p.category_id
    where p.id = i.product_id ${visibleProduct(restrictions)})`
}

/** For each value, finds the product whose identifier starts with it, or else is most similar to it. */
export async function listNearest(
  conn: Conn,
  restrictions: Restrictions,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ value: string; product_id: string }>`
    select requested.value, coalesce(
      (select i.product_id from products.identifiers i
        where i.value >= requested.value collate "C" and i.value < (requested.value || '~') collate "C" ${isInAssortment(restrictions)}
        order by i.value, i.product_id limit 1),
      (select i.product_id from products.identifiers i
        where i.value % requested.value and abs(length(i.value) - length(requested.value)) <= 2
          and similarity(i.value, requested.value) >= 0.4 ${isInAssortment(restrictions)}
        order by similarity(i.value, requested.value) desc, i.value, i.product_id limit 1)) as product_id
    from unnest(${values}::text[]) as requested(value)
  `.execute(conn)
  return new Map(
    rows.flatMap(({ value, product_id }) => (product_id === null ? [] : [[value, product_id]])),
  )
}

/** An identifier of an article that may be a product. */
export type ArticleIdentifier = Identifier & {
  /** Which article it is. */
  readonly at: number
  /** Products of this brand come first. Empty: of any. */
  readonly brand: string
}

/** A product with the identifier of an article. */
export type IdentifiedProduct = Identifier & {
  readonly at: number
  readonly productId: string
  readonly brand: string
  readonly gtins: readonly string[]
}

/** If more products share a number, those of the same brand come first. */
const sharersMax = 50

/** Finds the products on sale that have one of these identifiers, with one statement. */
export async function listIdentified(
  conn: Conn,
  restrictions: Restrictions,
  identifiers: readonly ArticleIdentifier[],
): Promise<readonly IdentifiedProduct[]> {
  if (identifiers.length === 0) return []
  const column = <Value>(read: (one: ArticleIdentifier) => Value) => identifiers.map(read)
  const { rows } = await sql<IdentifiedProduct>`
    select n.at, n.kind, n.value, hit.product_id as "productId", hit.brand, array(
      select g.value from products.identifiers g
      where g.product_id = hit.product_id and g.kind = 'gtin' order by g.value limit 20) as gtins
    from unnest(${column(({ at }) => at)}::integer[], ${column(({ kind }) => kind)}::text[],
      ${column(({ value }) => value)}::text[], ${column(({ brand }) => brand)}::text[]) as n (at, kind, value, brand)
    cross join lateral (
      select i.product_id, p.brand from products.identifiers i
      join products.products p on p.id = i.product_id
      join products.categories c on c.id = p.category_id
      where i.value = n.value collate "C" and i.kind = n.kind ${visibleProduct(restrictions)}
      order by lower(p.brand) = lower(n.brand) desc, i.product_id limit ${sql.lit(sharersMax)}
    ) as hit
  `.execute(conn)
  return rows
}
