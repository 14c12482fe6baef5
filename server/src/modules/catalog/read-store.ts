import type { Id } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import { isOneOf } from './id-sql.ts'
import { type TierRow, tiersOf, toPricing } from './offer-store.ts'
import { type Attribute, availabilityOf, type Product, type ProductState } from './product.ts'

type ProductRow = {
  id: string
  supplier_company_id: string
  supplier_name: string
  sku: string
  mpn: string
  gtins: string[]
  name: string
  brand: string
  description: string
  attributes: Attribute[]
  category_id: string
  category_name: string
  path_names: string[]
  state: string
  version: number
  unit: string
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  list_price: string
  currency: string
  sample: boolean
  released_on: string
  created_at: Date
  updated_at: Date
  on_hand: number
  tiers: TierRow[]
  revision: number
}

export type ProductPage = {
  readonly products: ReadonlyMap<string, Product>
  /** Of the search documents, at the moment of reading. Undefined when no product was found. */
  readonly revision: number | undefined
}

/** A list shows the first attributes of a product; whoever wants all of them asks for the product. */
export const attributesInList = 8

/** Products of a page by their ids, with today's price and stock, by primary keys alone. */
export async function readProductPage(
  conn: Conn,
  productIds: readonly string[],
): Promise<ProductPage> {
  const rows = await selectProducts(conn, productIds, attributesInList)
  return {
    products: new Map(rows.map((row) => [row.id, toProduct(row)])),
    revision: rows[0]?.revision,
  }
}

export async function findProduct(conn: Conn, productId: string): Promise<Product | undefined> {
  const [row] = await selectProducts(conn, [productId], undefined)
  return row && toProduct(row)
}

async function selectProducts(
  conn: Conn,
  productIds: readonly string[],
  attributesMax: number | undefined,
): Promise<ProductRow[]> {
  const attributes =
    attributesMax === undefined
      ? sql`p.attributes`
      : sql`jsonb_path_query_array(p.attributes, ${sql.lit(`$[0 to ${attributesMax - 1}]`)})`
  const { rows } = await sql<ProductRow>`
    select p.id, p.supplier_company_id, s.name as supplier_name, p.sku, p.mpn, p.gtins, p.name, p.brand, p.description,
      ${attributes} as attributes, p.category_id, c.name as category_name, c.path_names, p.state, p.version,
      p.unit, p.moq, p.multiple, p.lead_time_days, p.ship_to, p.list_price, p.currency, p.sample,
      p.released_on, p.created_at, p.updated_at, coalesce(k.on_hand, 0) as on_hand, ${tiersOf()} as tiers,
      (select last_value from catalog.search_revision) as revision
    from catalog.products p
    join catalog.suppliers s on s.id = p.supplier_company_id
    join catalog.categories c on c.id = p.category_id
    left join catalog.stock k on k.product_id = p.id
    where ${isOneOf('p.id', productIds)}
  `.execute(conn)
  return rows
}

function toProduct(row: ProductRow): Product {
  const state = row.state as ProductState
  return {
    id: row.id as Id<'prd'>,
    supplier: { id: row.supplier_company_id as Id<'co'>, name: row.supplier_name },
    sku: row.sku,
    mpn: row.mpn,
    gtins: row.gtins,
    name: row.name,
    brand: row.brand,
    description: row.description,
    attributes: row.attributes,
    category: { id: row.category_id, name: row.category_name, path: row.path_names },
    state,
    version: row.version,
    pricing: toPricing(row),
    availability: availabilityOf(state, row.on_hand, row.lead_time_days),
    shipTo: row.ship_to,
    sample: row.sample,
    releasedOn: row.released_on,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
