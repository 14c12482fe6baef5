import { type Conn, sql } from '#platform/db'

/** Returns the given products that belong to the supplier, on sale or not. */
export async function listProductsOf(
  conn: Conn,
  supplierCompanyId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from products.products
    where id = any(${[...productIds]}::text[]) and supplier_company_id = ${supplierCompanyId}
  `.execute(conn)
  return rows.map(({ id }) => id)
}

/** The names of products and categories by their ids, as the catalogue has them, on sale or not. */
export async function listCatalogNames(
  conn: Conn,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from products.products where id = any(${[...ids]}::text[])
    union all
    select id, array_to_string(path_names, ' / ') from products.categories where id = any(${[...ids]}::text[])
  `.execute(conn)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Maps each of the categories to itself and all categories below it. */
export async function listCategoriesBelow(
  conn: Conn,
  categoryIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (categoryIds.length === 0) return new Map()
  const { rows } = await sql<{ above: string; id: string }>`
    select above.id as above, c.id
    from products.categories c
    cross join unnest(${[...categoryIds]}::text[]) as above (id)
    where c.path_ids @> array[above.id]
  `.execute(conn)
  const below = new Map<string, string[]>()
  for (const { above, id } of rows) below.set(above, [...(below.get(above) ?? []), id])
  return below
}
