import { Decimal } from 'decimal.js'
import { type Conn, sql, type Tx } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import { assignedColumns, columnArrays, columnNames, readColumns } from './field-columns-sql.ts'
import { columnFields, type StoredValues } from './fields/index.ts'
import type { ProductState } from './product.ts'

/** A product with all fields that an import may change. */
export type WholeProduct = StoredValues & {
  readonly id: string
  readonly supplierCompanyId: string
  readonly state: ProductState
  readonly version: number
  readonly categoryId: string
  readonly categoryIds: readonly string[]
  readonly sample: boolean
  /** The digest of its record in the import file; see `digestRecord`. */
  readonly importDigest?: string | undefined
  /** `attributes` as JSON, if the caller has already serialized them. */
  readonly attributesJson?: string | undefined
}

/** With the columns of the fields. */
type WholeRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly supplier_company_id: string
  readonly sku: string
  readonly category_id: string
  readonly path_ids: string[]
  readonly path_names: string[]
  readonly state: ProductState
  readonly version: number
  readonly tiers: [number, string][] | null
  readonly on_hand: number
  readonly sample: boolean
}

const whole = sql`
  p.id, p.supplier_company_id, p.category_id, c.path_ids, c.path_names, p.state, p.version, p.sample, k.on_hand,
  ${columnNames(columnFields, 'p')},
  (select jsonb_agg(jsonb_build_array(t.min_quantity, t.unit_price::text) order by t.min_quantity)
    from products.price_tiers t where t.product_id = p.id) as tiers
`

/** Locks the product until the transaction ends. */
export async function lockProduct(tx: Tx, productId: string): Promise<WholeProduct | undefined> {
  const { rows } = await sql<WholeRow>`
    select ${whole}
    from products.products p
    join products.categories c on c.id = p.category_id
    join products.stock k on k.product_id = p.id
    where p.id = ${productId}
    for update of p, k
  `.execute(tx)
  return rows[0] && toWhole(rows[0])
}

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
  await sql`
    update products.products p set
      category_id = g.category_id, state = g.state, sample = g.sample, ${assignedColumns(changeableFields)},
      import_digest = g.digest, import_version = p.version + 1, version = p.version + 1, updated_at = ${now}::timestamptz
    from unnest(
      ${arrayLiteral(products.map(({ id }) => id))}::text[],
      ${arrayLiteral(products.map(({ categoryId }) => categoryId))}::text[],
      ${arrayLiteral(products.map(({ state }) => state))}::text[],
      ${products.map(({ sample }) => sample)}::boolean[],
      ${products.map(({ importDigest }) => importDigest ?? null)}::text[],
      ${columnArrays(changeableFields, products)}
    ) as g(id, category_id, state, sample, digest, ${columnNames(changeableFields)})
    where p.id = g.id
  `.execute(tx)
}

/** The article number identifies the product. */
const changeableFields = columnFields.filter(({ key }) => key !== 'sku')

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
      ${rows.map(({ minQuantity }) => minQuantity)}::bigint[],
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
      ${counted.map(({ onHand }) => onHand)}::bigint[]) as g(product_id, on_hand)
    where s.product_id = g.product_id
  `.execute(tx)
}

function toWhole(row: WholeRow): WholeProduct {
  const values = {
    ...readColumns(columnFields, row),
    categoryPath: row.path_names,
    tiers: (row.tiers ?? []).map(([minQuantity, price]) => ({
      minQuantity: BigInt(minQuantity),
      unitPrice: new Decimal(price),
    })),
    onHand: BigInt(row.on_hand),
  }
  return {
    ...(values as unknown as StoredValues),
    id: row.id,
    supplierCompanyId: row.supplier_company_id,
    categoryId: row.category_id,
    categoryIds: row.path_ids,
    state: row.state,
    version: row.version,
    sample: row.sample,
  }
}
