import { arrayLiteral } from '#modules/products'
import { type Conn, sql, type Tx } from '#platform/db'

export type Said = {
  readonly sku: string
  readonly digest: string
  readonly onHand: number | undefined
  readonly discontinued: boolean
}

/**
 * Which of the article numbers the supplier has. True where the product is what the file says: an import has written just
 * that, nobody has changed it since, and no piece was sold.
 */
export async function findSaid(
  tx: Tx,
  supplierCompanyId: string,
  said: readonly Said[],
): Promise<Map<string, boolean>> {
  // Lateral: a plan that is made while there are few products must not read all of them when there are many.
  const { rows } = await sql<{ sku: string; same: boolean }>`
    select g.sku, found.same
    from unnest(
      ${arrayLiteral(said.map(({ sku }) => sku))}::text[],
      ${arrayLiteral(said.map(({ digest }) => digest))}::text[],
      ${said.map(({ onHand }) => onHand ?? null)}::integer[],
      ${said.map(({ discontinued }) => (discontinued ? 'DISCONTINUED' : 'ACTIVE'))}::text[]
    ) as g(sku, digest, on_hand, state)
    cross join lateral (
      select p.import_version is not distinct from p.version and p.import_digest = g.digest
        and p.state = g.state and coalesce(g.on_hand = k.on_hand, g.on_hand is null) as same
      from products.products p
      join products.stock k on k.product_id = p.id
      where p.supplier_company_id = ${supplierCompanyId} and p.sku = g.sku
      limit 1
    ) as found
  `.execute(tx)
  return new Map(rows.map(({ sku, same }) => [sku, same === true]))
}

/** Those of the article numbers that have a quantity price above their list price. */
export async function listTiersAboveList(
  tx: Tx,
  supplierCompanyId: string,
  skus: readonly string[],
): Promise<string[]> {
  if (skus.length === 0) return []
  const { rows } = await sql<{ sku: string }>`
    select p.sku from products.products p
    where p.supplier_company_id = ${supplierCompanyId} and p.sku = any(${skus}::text[])
      and exists (
        select 1 from products.price_tiers t where t.product_id = p.id and t.unit_price > p.list_price)
  `.execute(tx)
  return rows.map(({ sku }) => sku)
}

export type CategoryOfPath = { readonly id: string; readonly pathIds: readonly string[] }

type CategoryFound = CategoryOfPath & {
  readonly path: readonly string[]
  /** Whether it says what a buyer calls one thing of it. */
  readonly isNamed: boolean
}

/** The ids of categories by the names from their root. `categories_by_path` answers. */
export async function findCategoriesByPath(
  conn: Conn,
  paths: readonly (readonly string[])[],
): Promise<CategoryFound[]> {
  if (paths.length === 0) return []
  const { rows } = await sql<{
    id: string
    path_ids: string[]
    path_names: string[]
    named: boolean
  }>`
    select distinct on (c.path_names) c.id, c.path_ids, c.path_names, c.nouns <> '{}' as named
    from jsonb_array_elements(${JSON.stringify(paths)}::jsonb) as given(path)
    join products.categories c
      on c.path_names = (select array_agg(name order by place)
        from jsonb_array_elements_text(given.path) with ordinality as n(name, place))
    order by c.path_names, c.id
  `.execute(conn)
  return rows.map(({ id, path_ids, path_names, named }) => ({
    id,
    pathIds: path_ids,
    path: path_names,
    isNamed: named,
  }))
}

export type Missing = { readonly id: string; readonly sku: string }

/** Products on sale that the file has not named, and how many are on sale in all. */
export async function countMissing(
  conn: Conn,
  companyId: string,
  importId: string,
): Promise<{ readonly missing: number; readonly onSale: number }> {
  const { rows } = await sql<{ missing: number; on_sale: number }>`
    select count(*) as on_sale, count(*) filter (where not exists (
      select from imports.skus s
      where s.company_id = ${companyId} and s.import_id = ${importId} and s.sku = p.sku)) as missing
    from products.products p
    where p.supplier_company_id = ${companyId} and p.state = 'ACTIVE'
  `.execute(conn)
  return { missing: rows[0]?.missing ?? 0, onSale: rows[0]?.on_sale ?? 0 }
}

/** Some of the products on sale that the file has not named. */
export async function listMissingSkus(
  conn: Conn,
  companyId: string,
  importId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select p.sku from products.products p
    where p.supplier_company_id = ${companyId} and p.state = 'ACTIVE' and not exists (
      select from imports.skus s
      where s.company_id = ${companyId} and s.import_id = ${importId} and s.sku = p.sku)
    order by p.sku
    limit ${limit}
  `.execute(conn)
  return rows.map(({ sku }) => sku)
}
