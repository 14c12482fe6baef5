import { Decimal } from 'decimal.js'
import { type Conn, sql, type Tx } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import type { Indexable } from './indexable.ts'
import type { Attribute, ProductState } from './product.ts'
import { noTexts, type ProductTexts, textsJson } from './product-texts.ts'

type WholeTier = { readonly minQuantity: number; readonly unitPrice: Decimal }

/** A product with all fields that an import may change. */
export type WholeProduct = Indexable & {
  readonly language: string
  readonly texts: ProductTexts
  readonly state: ProductState
  readonly version: number
  readonly categoryId: string
  readonly categoryPath: readonly string[]
  readonly unit: string
  readonly perQuantity: number
  /** The pieces in one unit. Undefined: unknown. */
  readonly contents: number | undefined
  readonly moq: number
  readonly multiple: number
  readonly leadTimeDays: number
  readonly tiers: readonly WholeTier[]
  readonly onHand: number
  readonly imageUrls: readonly string[]
  readonly classes: readonly string[]
  readonly sample: boolean
  /** The digest of its record in the import file; see `digested`. */
  readonly importDigest?: string | undefined
  /** `attributes` as JSON, if the caller has already serialized them. */
  readonly attributesJson?: string | undefined
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
  texts: ProductTexts | null
  category_id: string
  path_ids: string[]
  path_names: string[]
  state: ProductState
  version: number
  unit: string
  per_quantity: number
  contents: string | null
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
  p.id, p.supplier_company_id, p.sku, p.mpn, p.gtins, p.name, p.brand, p.description, p.language, p.attributes, p.texts, p.category_id,
  c.path_ids, c.path_names, p.state, p.version, p.unit, p.moq, p.multiple, p.lead_time_days, p.ship_to,
  p.list_price, p.per_quantity, p.contents, p.currency, p.image_urls, p.classes, p.sample, p.released_on, k.on_hand,
  (select jsonb_agg(jsonb_build_array(t.min_quantity, t.unit_price::text) order by t.min_quantity)
    from products.price_tiers t where t.product_id = p.id) as tiers
`

/** Returns the supplier's products with these article numbers, and locks them until the transaction ends. */
export async function lockProductsBySku(
  tx: Tx,
  supplierCompanyId: string,
  skus: readonly string[],
): Promise<Map<string, WholeProduct>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from products.products p
    join products.categories c on c.id = p.category_id
    join products.stock k on k.product_id = p.id
    where p.supplier_company_id = ${supplierCompanyId} and p.sku = any(${skus}::text[])
    order by p.id
    for update of p, k
  `.execute(tx)
  return new Map(rows.map((row) => [row.sku, toWhole(row)]))
}

/** Returns the products on sale with these ids, and locks them until the transaction ends. */
export async function lockProductsById(tx: Tx, ids: readonly string[]): Promise<WholeProduct[]> {
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from products.products p
    join products.categories c on c.id = p.category_id
    join products.stock k on k.product_id = p.id
    where p.id = any(${ids}::text[]) and p.state = 'ACTIVE' and not p.by_agreement
    order by p.id
    for share of p
  `.execute(tx)
  return rows.map(toWhole)
}

/** Lists the products on sale by id: of one supplier, or of all if it is undefined. Served by `products_pkey`. */
export async function listWholeProducts(
  conn: Conn,
  supplierCompanyId: string | undefined,
  page: { readonly after: string; readonly limit: number },
): Promise<WholeProduct[]> {
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from products.products p
    join products.categories c on c.id = p.category_id
    join products.stock k on k.product_id = p.id
    where p.id > ${page.after} and p.state = 'ACTIVE' and not p.by_agreement
      and (${supplierCompanyId ?? null}::text is null or p.supplier_company_id = ${supplierCompanyId ?? null})
    order by p.id
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toWhole)
}

/** Writes the next version of each product. The caller has locked the rows. */
export async function updateWholeProducts(
  tx: Tx,
  products: readonly WholeProduct[],
  now: Date,
): Promise<void> {
  if (products.length === 0) return
  const each = (read: (product: WholeProduct) => string) => arrayLiteral(products.map(read))
  await sql`
    update products.products p set
      mpn = g.mpn, gtins = g.gtins::text[], name = g.name, brand = g.brand, description = g.description,
      language = g.language, attributes = g.attributes::jsonb, texts = g.texts::jsonb, category_id = g.category_id, state = g.state, unit = g.unit,
      moq = g.moq, multiple = g.multiple, lead_time_days = g.lead_time_days, ship_to = g.ship_to::text[],
      list_price = g.list_price, per_quantity = g.per_quantity, contents = g.contents, currency = g.currency, image_urls = g.image_urls::text[], classes = g.classes::text[],
      sample = g.sample, released_on = g.released_on, import_digest = g.digest, import_version = p.version + 1,
      version = p.version + 1, updated_at = ${now}::timestamptz
    from unnest(
      ${each(({ id }) => id)}::text[],
      ${each(({ mpn }) => mpn)}::text[],
      ${each(({ gtins }) => arrayLiteral(gtins))}::text[],
      ${each(({ name }) => name)}::text[],
      ${each(({ brand }) => brand)}::text[],
      ${each(({ description }) => description)}::text[],
      ${each(({ language }) => language)}::text[],
      ${each(({ attributes }) => JSON.stringify(attributes))}::text[],
      ${products.map(({ texts }) => textsJson(texts) ?? null)}::text[],
      ${each(({ categoryId }) => categoryId)}::text[],
      ${each(({ state }) => state)}::text[],
      ${each(({ unit }) => unit)}::text[],
      ${products.map(({ moq }) => moq)}::integer[],
      ${products.map(({ multiple }) => multiple)}::integer[],
      ${products.map(({ leadTimeDays }) => leadTimeDays)}::integer[],
      ${each(({ shipTo }) => arrayLiteral(shipTo))}::text[],
      ${each(({ listPrice }) => listPrice.toFixed())}::numeric[],
      ${products.map(({ perQuantity }) => perQuantity)}::integer[],
      ${products.map(({ contents }) => contents ?? null)}::numeric[],
      ${each(({ currency }) => currency)}::text[],
      ${each(({ imageUrls }) => arrayLiteral(imageUrls))}::text[],
      ${each(({ classes }) => arrayLiteral(classes))}::text[],
      ${products.map(({ sample }) => sample)}::boolean[],
      ${each(({ releasedOn }) => releasedOn)}::date[],
      ${products.map(({ importDigest }) => importDigest ?? null)}::text[]
    ) as g(id, mpn, gtins, name, brand, description, language, attributes, texts, category_id, state, unit, moq, multiple,
      lead_time_days, ship_to, list_price, per_quantity, contents, currency, image_urls, classes, sample, released_on, digest)
    where p.id = g.id
  `.execute(tx)
}

/** Like `updateWholeProducts`, for products of which only price, tiers and stock changed. */
export async function updatePrices(
  tx: Tx,
  products: readonly WholeProduct[],
  now: Date,
): Promise<void> {
  if (products.length === 0) return
  await sql`
    update products.products p set
      list_price = g.list_price, currency = g.currency, sample = g.sample, import_digest = g.digest,
      import_version = p.version + 1, version = p.version + 1, updated_at = ${now}::timestamptz
    from unnest(
      ${arrayLiteral(products.map(({ id }) => id))}::text[],
      ${products.map(({ listPrice }) => listPrice.toFixed())}::numeric[],
      ${products.map(({ currency }) => currency)}::text[],
      ${products.map(({ sample }) => sample)}::boolean[],
      ${products.map(({ importDigest }) => importDigest ?? null)}::text[]
    ) as g(id, list_price, currency, sample, digest)
    where p.id = g.id
  `.execute(tx)
}

export async function replaceTiersOf(
  tx: Tx,
  products: readonly Pick<WholeProduct, 'id' | 'tiers'>[],
): Promise<void> {
  if (products.length === 0) return
  await sql`
    delete from products.price_tiers where product_id = any(${products.map(({ id }) => id)}::text[])
  `.execute(tx)
  const rows = products.flatMap(({ id, tiers }) => tiers.map((tier) => ({ id, ...tier })))
  await sql`
    insert into products.price_tiers (product_id, min_quantity, unit_price)
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
    update products.stock s set on_hand = g.on_hand, updated_at = ${now}::timestamptz
    from unnest(
      ${counted.map(({ id }) => id)}::text[],
      ${counted.map(({ onHand }) => onHand)}::integer[]) as g(product_id, on_hand)
    where s.product_id = g.product_id
  `.execute(tx)
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
    texts: row.texts ?? noTexts,
    categoryId: row.category_id,
    categoryIds: row.path_ids,
    categoryPath: row.path_names,
    state: row.state,
    version: row.version,
    unit: row.unit,
    perQuantity: row.per_quantity,
    contents: row.contents === null ? undefined : Number(row.contents),
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
