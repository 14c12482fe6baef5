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

/** Returns the languages besides their own in which the products on sale have texts. */
export async function listExportedLanguages(
  conn: Conn,
  supplierCompanyId: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct jsonb_object_keys(p.texts) as language from products.products p
    where p.texts is not null and p.state = 'ACTIVE'
      and (${supplierCompanyId ?? null}::text is null or p.supplier_company_id = ${supplierCompanyId ?? null})
    order by language
  `.execute(conn)
  return rows.map(({ language }) => language)
}
