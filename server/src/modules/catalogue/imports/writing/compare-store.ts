import type { Quantity } from '#kernel/quantity'
import { arrayLiteral } from '#modules/products'
import { type Conn, sql, type Tx } from '#platform/db'

export type DigestedRecord = {
  readonly sku: string
  readonly digest: string
  readonly onHand: Quantity | undefined
  readonly discontinued: boolean
}

/**
 * Tells which of the article numbers the supplier has. True if the product already equals the record: an import wrote
 * the same record, nobody has changed the product since, and no piece was sold.
 */
export async function compareDigests(
  tx: Tx,
  supplierCompanyId: string,
  records: readonly DigestedRecord[],
): Promise<Map<string, boolean>> {
  // Lateral, because a plan that was made while there were few products must not read all of them later.
  const { rows } = await sql<{ sku: string; same: boolean }>`
    select g.sku, found.same
    from unnest(
      ${arrayLiteral(records.map(({ sku }) => sku))}::text[],
      ${arrayLiteral(records.map(({ digest }) => digest))}::text[],
      ${records.map(({ onHand }) => onHand ?? null)}::bigint[],
      ${records.map(({ discontinued }) => (discontinued ? 'DISCONTINUED' : 'ACTIVE'))}::text[]
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

/**
 * Returns how the supplier's products spell these article numbers, which no product has in the same spelling. Two
 * spellings are enough to see that a number is ambiguous. Served by `products_by_article_number`.
 */
export async function listSpellings(
  tx: Tx,
  supplierCompanyId: string,
  skus: readonly string[],
): Promise<Map<string, string[]>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; stored: string }>`
    select g.sku, found.sku as stored
    from unnest(${arrayLiteral(skus)}::text[]) as g(sku)
    cross join lateral (
      select p.sku from products.products p
      where p.supplier_company_id = ${supplierCompanyId} and lower(p.sku) = lower(g.sku)
      limit 2
    ) as found
    order by found.sku
  `.execute(tx)
  const spellings = new Map<string, string[]>()
  for (const { sku, stored } of rows) spellings.set(sku, [...(spellings.get(sku) ?? []), stored])
  return spellings
}

/** Returns the article numbers with a tier price above their list price. */
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

/**
 * Returns the article numbers whose product has another own language and another name than the record. The record only
 * translates such a product.
 */
export async function listTranslated(
  conn: Conn,
  supplierCompanyId: string,
  records: readonly { readonly sku: string; readonly language: string; readonly name: string }[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set()
  const { rows } = await sql<{ sku: string }>`
    select g.sku
    from unnest(
      ${arrayLiteral(records.map(({ sku }) => sku))}::text[],
      ${arrayLiteral(records.map(({ language }) => language))}::text[],
      ${arrayLiteral(records.map(({ name }) => name))}::text[]
    ) as g(sku, language, name)
    cross join lateral (
      select from products.products p
      where p.supplier_company_id = ${supplierCompanyId} and lower(p.sku) = lower(g.sku)
        and p.language <> g.language and p.name <> g.name
      limit 1
    ) as found
  `.execute(conn)
  return new Set(rows.map(({ sku }) => sku))
}

export type CategoryOfPath = { readonly id: string; readonly pathIds: readonly string[] }

type CategoryFound = CategoryOfPath & {
  readonly path: readonly string[]
  /** True if the category has nouns: the words of a buyer for one product of it. */
  readonly isNamed: boolean
}

/** Finds the ids of categories by the names from the root. Served by `categories_by_path`. */
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

/**
 * True if the file names no spelling of the article number. `insertSkus` writes the numbers in lower case; a release
 * before this one wrote them as the file spells them.
 */
function isMissing(companyId: string, importId: string) {
  const named = sql`select from imports.skus s where s.company_id = ${companyId} and s.import_id = ${importId}`
  return sql<boolean>`(not exists (${named} and s.sku = lower(p.sku)) and not exists (${named} and s.sku = p.sku))`
}

/** Counts the products on sale that the file does not name, and all products on sale. */
export async function countMissing(
  conn: Conn,
  companyId: string,
  importId: string,
): Promise<{ readonly missing: number; readonly onSale: number }> {
  const { rows } = await sql<{ missing: number; on_sale: number }>`
    select count(*) as on_sale, count(*) filter (where ${isMissing(companyId, importId)}) as missing
    from products.products p
    where p.supplier_company_id = ${companyId} and p.state = 'ACTIVE' and not p.by_agreement
  `.execute(conn)
  return { missing: rows[0]?.missing ?? 0, onSale: rows[0]?.on_sale ?? 0 }
}

/** Returns some of the products on sale that the file does not name. */
export async function listMissingSkus(
  conn: Conn,
  companyId: string,
  importId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select p.sku from products.products p
    where p.supplier_company_id = ${companyId} and p.state = 'ACTIVE' and not p.by_agreement
      and ${isMissing(companyId, importId)}
    order by p.sku
    limit ${limit}
  `.execute(conn)
  return rows.map(({ sku }) => sku)
}
