import type { Id } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import { type AgreedColumn, agreedOfProduct } from '../agreements/agreed-sql.ts'
import type { AnswerUnderTerms } from '../agreements/create-terms.ts'
import { pricingOf, type TierRow } from '../agreements/pricing.ts'
import type { Terms } from '../agreements/terms.ts'
import { visibleUnder } from '../assortments/visible-sql.ts'
import type { Attribute } from '../attribute.ts'
import { columnNames, readColumns } from '../field-columns-sql.ts'
import { columnFields } from '../fields/index.ts'
import type { ViewedValues } from '../fields/views.ts'
import { isOneOf } from '../id-sql.ts'
import { pictureVersionOf } from '../pictures/picture-version.ts'
import { type AddressOfImage, availabilityOf, type Product, type ProductState } from '../product.ts'
import type { ProductText } from '../product-texts.ts'
import { divideStock } from '../stock/divide-stock.ts'
import { forSale, stockIn, tiersOf } from './offer-store.ts'

/** With the columns of `others`. */
type ProductRow = Readonly<Record<string, unknown>> & {
  id: string
  supplier_company_id: string
  supplier_name: string
  sku: string
  mpn: string
  gtins: string[]
  name: string
  brand: string
  description: string
  language: string
  /** The text in the language of the reader. */
  text: ProductText | null
  is_translated: boolean
  languages: string[] | null
  attributes: Attribute[]
  category_id: string
  category_name: string
  path_names: string[]
  state: string
  version: number
  unit: string
  contents: string | null
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  image_url: string | null
  picture_version: string | null
  list_price: string
  per_quantity: number
  currency: string
  sample: boolean
  released_on: string
  created_at: Date
  updated_at: Date
  for_sale: number
  backordered: number
  tiers: TierRow[]
  located: CountedLocation[] | null
  agreed: AgreedColumn | null
  terms_revision: number
}

/** The fields that the statement below names by itself: in its order, or in the language of the reader. */
const named = [
  'sku',
  'mpn',
  'gtins',
  'name',
  'brand',
  'description',
  'language',
  'attributes',
  'shipTo',
] as const
/** The other fields of the API. */
const others = columnFields.filter(({ key, view }) => view && !named.some((one) => one === key))
const otherColumns = others.length > 0 ? sql`, ${columnNames(others, 'p')}` : sql``

type CountedLocation = {
  name: string
  country: string
  lead_time_days: number | null
  counted: number
}

export type ProductsRead = {
  readonly products: ReadonlyMap<string, Product>
  /** The revision of all terms when they were read. Undefined when no product was found. */
  readonly termsRevision: number | undefined
}

export type ReadOptions = {
  readonly addressOfImage: AddressOfImage
  /** The language of the reader. Undefined: each product is shown in its own. */
  readonly language: string | undefined
}

/** A list shows the first attributes of a product. The route of the single product shows all. */
export const attributesInList = 8

/** Reads the products of a page by their ids, with today's price and stock, by primary keys alone. */
export async function readProductPage(
  conn: Conn,
  terms: Terms,
  productIds: readonly string[],
  { addressOfImage, language }: ReadOptions,
): Promise<ProductsRead> {
  const rows = await selectProducts(conn, terms, productIds, language, attributesInList)
  return {
    products: new Map(
      rows.map((row) => [
        row.id,
        toProduct(row, terms, { addressOfImage, language }, attributesInList),
      ]),
    ),
    termsRevision: rows[0]?.terms_revision,
  }
}

/** Reads a product with all its attributes, also if it is discontinued: an order may refer to it. */
export async function readWholeProduct(
  conn: Conn,
  terms: Terms,
  productId: string,
  options: ReadOptions,
): Promise<AnswerUnderTerms<Product | undefined>> {
  const [row] = await selectProducts(conn, terms, [productId], options.language, undefined)
  return {
    answer: row && toProduct(row, terms, options),
    revision: row?.terms_revision,
  }
}

async function selectProducts(
  conn: Conn,
  terms: Terms,
  productIds: readonly string[],
  language: string | undefined,
  attributesMax: number | undefined,
): Promise<ProductRow[]> {
  const attributes =
    attributesMax === undefined
      ? sql`p.attributes`
      : sql`jsonb_path_query_array(p.attributes, ${sql.lit(`$[0 to ${attributesMax - 1}]`)})`
  const text = language === undefined ? sql`null::jsonb` : sql`p.texts -> ${language}::text`
  const languages =
    attributesMax === undefined
      ? sql`(select array_agg(key order by key) from jsonb_object_keys(p.texts) as key)`
      : sql`null::text[]`
  const located = attributesMax === undefined ? countedIn() : sql`null::jsonb`
  const { rows } = await sql<ProductRow>`
    select p.id, p.supplier_company_id, s.name as supplier_name, p.sku, p.mpn, p.gtins, p.name, p.brand, p.description,
      p.language, ${text} as text, p.texts is not null as is_translated, ${languages} as languages,
      ${attributes} as attributes, p.category_id, c.name as category_name, c.path_names, p.state, p.version,
      p.unit, p.moq, p.multiple, p.lead_time_days, p.ship_to, p.image_urls[1] as image_url, p.picture_version, p.list_price, p.per_quantity, p.contents, p.currency, p.sample,
      p.released_on, p.created_at, p.updated_at, ${forSale()}, ${tiersOf()} as tiers, ${located} as located${otherColumns},
      ${agreedOfProduct(terms.lists)} as agreed,
      (select last_value from products.terms_revision) as terms_revision
    from products.products p
    join products.suppliers s on s.id = p.supplier_company_id
    join products.categories c on c.id = p.category_id
    left join products.stock k on k.product_id = p.id
    where ${isOneOf('p.id', productIds)} ${visibleUnder(terms)}
  `.execute(conn)
  return rows
}

/** The locations in the order in which sales draw on them. Null when the supplier keeps no stock by location. */
function countedIn() {
  return sql`(
    select jsonb_agg(jsonb_build_object('name', l.name, 'country', l.country, 'lead_time_days', l.lead_time_days,
      'counted', n.counted) order by l.position, l.id)
    from products.stock_counts n join products.stock_locations l on l.id = n.location_id where n.product_id = p.id)`
}

function locationsOf({ located, for_sale, lead_time_days, state }: ProductRow) {
  if (!located || state === 'DISCONTINUED') return {}
  return {
    locations: divideStock(
      BigInt(for_sale),
      located.map(({ counted, ...place }) => ({ ...place, counted: BigInt(counted) })),
    ).map((one) => ({
      name: one.name,
      country: one.country,
      available: one.available,
      leadTimeDays: one.lead_time_days ?? lead_time_days,
    })),
  }
}

function toProduct(
  row: ProductRow,
  terms: Terms,
  { addressOfImage, language }: ReadOptions,
  attributesMax?: number,
): Product {
  const state = row.state as ProductState
  const pictureVersion = pictureVersionOf(row)
  const values = readColumns(others, row) as Omit<ViewedValues, (typeof named)[number]>
  return {
    ...values,
    id: row.id as Id<'prd'>,
    supplier: { id: row.supplier_company_id as Id<'co'>, name: row.supplier_name },
    sku: row.sku,
    mpn: row.mpn,
    gtins: row.gtins,
    ...textsOf(row, language, attributesMax),
    ...(attributesMax === undefined && { languages: [row.language, ...(row.languages ?? [])] }),
    isTranslated: row.is_translated,
    brand: row.brand,
    state,
    version: row.version,
    pricing: pricingOf(row, terms),
    availability: {
      ...availabilityOf(state, stockIn(row), row.lead_time_days, values.backorder),
      ...locationsOf(row),
    },
    shipTo: row.ship_to,
    image: {
      url: addressOfImage(row.id, pictureVersion),
      isPlaceholder: pictureVersion === undefined,
    },
    sample: row.sample,
    releasedOn: row.released_on,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** In the language of the reader if the product has a name in it, else in its own. */
function textsOf(row: ProductRow, language: string | undefined, attributesMax?: number) {
  const { text, name, description, attributes, path_names: path, category_name } = row
  const category = { id: row.category_id, name: category_name, path }
  const own = { language: row.language, name, description, attributes, category }
  if (language === undefined || !text?.name) return own
  const names = text.category ?? path
  return {
    language,
    name: text.name,
    description: text.description ?? description,
    attributes: text.attributes?.slice(0, attributesMax) ?? attributes,
    category: { id: row.category_id, name: names.at(-1) ?? category_name, path: names },
  }
}
