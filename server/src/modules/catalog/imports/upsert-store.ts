import { Decimal } from 'decimal.js'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Indexable } from '../document.ts'
import type { Attribute, ProductState } from '../product.ts'
import type { ImportedTier } from './imported-product.ts'

/** A product with everything that an import may change of it. */
export type WholeProduct = Indexable & {
  readonly language: string
  readonly state: ProductState
  readonly version: number
  readonly categoryId: string
  readonly categoryPath: readonly string[]
  readonly unit: string
  readonly moq: number
  readonly multiple: number
  readonly leadTimeDays: number
  readonly tiers: readonly ImportedTier[]
  readonly onHand: number
  readonly imageUrls: readonly string[]
  readonly classes: readonly string[]
  readonly sample: boolean
}

type WholeRow = {
  id: string
  supplier_company_id: string
  sku: string
  mpn: string
  gtins: string[]
  name: string
  brand: string
  description: string
  language: string
  attributes: Attribute[]
  category_id: string
  path_ids: string[]
  path_names: string[]
  state: ProductState
  version: number
  unit: string
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  list_price: string
  currency: string
  tiers: [number, string][] | null
  on_hand: number
  image_urls: string[]
  classes: string[]
  sample: boolean
  released_on: string
}

const whole = sql`
  p.id, p.supplier_company_id, p.sku, p.mpn, p.gtins, p.name, p.brand, p.description, p.language, p.attributes, p.category_id,
  c.path_ids, c.path_names, p.state, p.version, p.unit, p.moq, p.multiple, p.lead_time_days, p.ship_to,
  p.list_price, p.currency, p.image_urls, p.classes, p.sample, p.released_on, k.on_hand,
  (select jsonb_agg(jsonb_build_array(t.min_quantity, t.unit_price::text) order by t.min_quantity)
    from catalog.price_tiers t where t.product_id = p.id) as tiers
`

/** Those of the article numbers that the supplier has, held still until the transaction ends. */
export async function lockProductsBySku(
  tx: Tx,
  supplierCompanyId: string,
  skus: readonly string[],
): Promise<Map<string, WholeProduct>> {
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from catalog.products p
    join catalog.categories c on c.id = p.category_id
    join catalog.stock k on k.product_id = p.id
    where p.supplier_company_id = ${supplierCompanyId} and p.sku = any(${skus}::text[])
    order by p.id
    for update of p, k
  `.execute(tx)
  return new Map(rows.map((row) => [row.sku, toWhole(row)]))
}

/** Those on sale, by id: of one supplier, or of all where it is undefined. `products_pkey` answers. */
export async function listWholeProducts(
  conn: Conn,
  supplierCompanyId: string | undefined,
  page: { readonly after: string; readonly limit: number },
): Promise<WholeProduct[]> {
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from catalog.products p
    join catalog.categories c on c.id = p.category_id
    join catalog.stock k on k.product_id = p.id
    where p.id > ${page.after} and p.state = 'ACTIVE'
      and (${supplierCompanyId ?? null}::text is null or p.supplier_company_id = ${supplierCompanyId ?? null})
    order by p.id
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toWhole)
}

/** The products as they are now, each in its next version. Their rows are locked by the caller. */
export async function updateWholeProducts(
  tx: Tx,
  products: readonly WholeProduct[],
  now: Date,
): Promise<void> {
  if (products.length === 0) return
  const rows = products.map((product) => ({
    id: product.id,
    mpn: product.mpn,
    gtins: product.gtins,
    name: product.name,
    brand: product.brand,
    description: product.description,
    language: product.language,
    attributes: product.attributes,
    category_id: product.categoryId,
    state: product.state,
    unit: product.unit,
    moq: product.moq,
    multiple: product.multiple,
    lead_time_days: product.leadTimeDays,
    ship_to: product.shipTo,
    list_price: product.listPrice.toFixed(),
    currency: product.currency,
    image_urls: product.imageUrls,
    classes: product.classes,
    sample: product.sample,
    released_on: product.releasedOn,
  }))
  await sql`
    update catalog.products p set
      mpn = g.mpn, gtins = g.gtins, name = g.name, brand = g.brand, description = g.description,
      language = g.language, attributes = g.attributes, category_id = g.category_id, state = g.state, unit = g.unit, moq = g.moq,
      multiple = g.multiple, lead_time_days = g.lead_time_days, ship_to = g.ship_to, list_price = g.list_price,
      currency = g.currency, image_urls = g.image_urls, classes = g.classes, sample = g.sample,
      released_on = g.released_on, version = p.version + 1, updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
      id text, mpn text, gtins text[], name text, brand text, description text, language text, attributes jsonb,
      category_id text, state text, unit text, moq integer, multiple integer, lead_time_days integer, ship_to text[],
      list_price numeric, currency text, image_urls text[], classes text[], sample boolean, released_on date)
    where p.id = g.id
  `.execute(tx)
}

/** Only what an import knows of a product beyond what every product has. */
export async function putImagesAndClasses(
  tx: Tx,
  products: readonly Pick<WholeProduct, 'id' | 'imageUrls' | 'classes'>[],
): Promise<void> {
  const given = products.filter(({ imageUrls, classes }) => imageUrls.length + classes.length > 0)
  if (given.length === 0) return
  const rows = given.map(({ id, imageUrls: image_urls, classes }) => ({ id, image_urls, classes }))
  await sql`
    update catalog.products p set image_urls = g.image_urls, classes = g.classes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, image_urls text[], classes text[])
    where p.id = g.id
  `.execute(tx)
}

export async function replaceTiersOf(
  tx: Tx,
  products: readonly Pick<WholeProduct, 'id' | 'tiers'>[],
): Promise<void> {
  if (products.length === 0) return
  await sql`
    delete from catalog.price_tiers where product_id = any(${products.map(({ id }) => id)}::text[])
  `.execute(tx)
  const rows = products.flatMap(({ id, tiers }) => tiers.map((tier) => ({ id, ...tier })))
  await sql`
    insert into catalog.price_tiers (product_id, min_quantity, unit_price)
    select * from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ minQuantity }) => minQuantity)}::integer[],
      ${rows.map(({ unitPrice }) => unitPrice.toFixed())}::numeric[])
  `.execute(tx)
}

export async function setStock(
  tx: Tx,
  counted: readonly Pick<WholeProduct, 'id' | 'onHand'>[],
  now: Date,
): Promise<void> {
  if (counted.length === 0) return
  await sql`
    update catalog.stock s set on_hand = g.on_hand, updated_at = ${now}::timestamptz
    from unnest(
      ${counted.map(({ id }) => id)}::text[],
      ${counted.map(({ onHand }) => onHand)}::integer[]) as g(product_id, on_hand)
    where s.product_id = g.product_id
  `.execute(tx)
}

export type CategoryOfPath = { readonly id: string; readonly pathIds: readonly string[] }

/** The ids of categories by the names from their root. `categories_by_path` answers. */
export async function findCategoriesByPath(
  conn: Conn,
  paths: readonly (readonly string[])[],
): Promise<(CategoryOfPath & { readonly path: readonly string[] })[]> {
  if (paths.length === 0) return []
  const { rows } = await sql<{ id: string; path_ids: string[]; path_names: string[] }>`
    select distinct on (c.path_names) c.id, c.path_ids, c.path_names
    from jsonb_array_elements(${JSON.stringify(paths)}::jsonb) as given(path)
    join catalog.categories c
      on c.path_names = (select array_agg(name order by place)
        from jsonb_array_elements_text(given.path) with ordinality as n(name, place))
    order by c.path_names, c.id
  `.execute(conn)
  return rows.map(({ id, path_ids, path_names }) => ({ id, pathIds: path_ids, path: path_names }))
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
      select from catalog.import_skus s
      where s.company_id = ${companyId} and s.import_id = ${importId} and s.sku = p.sku)) as missing
    from catalog.products p
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
    select p.sku from catalog.products p
    where p.supplier_company_id = ${companyId} and p.state = 'ACTIVE' and not exists (
      select from catalog.import_skus s
      where s.company_id = ${companyId} and s.import_id = ${importId} and s.sku = p.sku)
    order by p.sku
    limit ${limit}
  `.execute(conn)
  return rows.map(({ sku }) => sku)
}

function toWhole(row: WholeRow): WholeProduct {
  return {
    id: row.id,
    supplierCompanyId: row.supplier_company_id,
    sku: row.sku,
    mpn: row.mpn,
    gtins: row.gtins,
    name: row.name,
    brand: row.brand,
    description: row.description,
    language: row.language,
    attributes: row.attributes,
    categoryId: row.category_id,
    categoryIds: row.path_ids,
    categoryPath: row.path_names,
    state: row.state,
    version: row.version,
    unit: row.unit,
    moq: row.moq,
    multiple: row.multiple,
    leadTimeDays: row.lead_time_days,
    shipTo: row.ship_to,
    listPrice: new Decimal(row.list_price),
    currency: row.currency,
    tiers: (row.tiers ?? []).map(([minQuantity, price]) => ({
      minQuantity,
      unitPrice: new Decimal(price),
    })),
    onHand: row.on_hand,
    imageUrls: row.image_urls,
    classes: row.classes,
    sample: row.sample,
    releasedOn: row.released_on,
  }
}
