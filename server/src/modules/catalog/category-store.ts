import { type Conn, sql } from '#platform/db'

/** Of these products, from the root down to their own. */
export async function listCategoryIds(
  conn: Conn,
  productIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(c.path_ids) as id
    from catalog.products p
    join catalog.categories c on c.id = p.category_id
    where p.id = any(${[...productIds]}::text[])
  `.execute(conn)
  return new Set(rows.map(({ id }) => id))
}
