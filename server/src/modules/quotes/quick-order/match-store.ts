import { type Restrictions, visibleDocument } from '#modules/products'
import { type Conn, sql } from '#platform/db'

export type IdentifierHit = {
  readonly productId: string
  readonly kind: 'mpn' | 'sku' | 'gtin'
}

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
      select product_id, kind from search.identifiers i
      where value = requested.value collate "C" ${seen(restrictions)} order by value, product_id, kind limit ${sql.lit(hitsMax)}
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
export function seen(restrictions: Restrictions) {
  if (restrictions.length === 0) return sql``
  return sql`and exists (select 1 from search.documents d
    where d.product_id = i.product_id ${visibleDocument(restrictions)})`
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
      (select i.product_id from search.identifiers i
        where i.value >= requested.value collate "C" and i.value < (requested.value || '~') collate "C" ${seen(restrictions)}
        order by i.value, i.product_id limit 1),
      (select i.product_id from search.identifiers i
        where i.value % requested.value and abs(length(i.value) - length(requested.value)) <= 2
          and similarity(i.value, requested.value) >= 0.4 ${seen(restrictions)}
        order by similarity(i.value, requested.value) desc, i.value, i.product_id limit 1)) as product_id
    from unnest(${values}::text[]) as requested(value)
  `.execute(conn)
  return new Map(
    rows.flatMap(({ value, product_id }) => (product_id === null ? [] : [[value, product_id]])),
  )
}
