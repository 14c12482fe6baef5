import { type Conn, sql } from '#platform/db'

export type ExportedCategory = {
  readonly id: string
  readonly name: string
  readonly parentId: string | undefined
}

/** As many as an import reads. */
const categoriesMax = 100_000

/**
 * Returns the categories of the products on sale, of one supplier or of all, with their ancestors. Parents come first.
 */
export async function listExportedCategories(
  conn: Conn,
  supplierCompanyId: string | undefined,
): Promise<ExportedCategory[]> {
  const { rows } = await sql<{ id: string; name: string; parent_id: string | null }>`
    select c.id, c.name, c.parent_id from products.categories c
    where c.id in (
      select unnest(u.path_ids) from products.categories u
      where u.id in (
        select p.category_id from products.products p
        where p.state = 'ACTIVE'
          and (${supplierCompanyId ?? null}::text is null or p.supplier_company_id = ${supplierCompanyId ?? null})))
    order by cardinality(c.path_ids), c.id
    limit ${sql.lit(categoriesMax)}
  `.execute(conn)
  return rows.map(({ id, name, parent_id }) => ({ id, name, parentId: parent_id ?? undefined }))
}
