import type { Decimal } from 'decimal.js'
import type { TaxClass } from '#modules/tax'
import { type Conn, sql, type Tx } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import { defaultLanguage } from './language.ts'
import type { Attribute } from './product.ts'

/** A product as it is written. */
export type ProductDraft = {
  readonly id: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  /** Of its texts: two letters. Absent: English. */
  readonly language?: string | undefined
  readonly attributes: readonly Attribute[]
  readonly categoryId: string
  readonly unit: string
  readonly moq: number
  readonly multiple: number
  readonly leadTimeDays: number
  readonly shipTo: readonly string[]
  readonly listPrice: Decimal
  readonly currency: string
  readonly tiers: readonly { readonly minQuantity: number; readonly unitPrice: Decimal }[]
  readonly onHand: number
  readonly sample: boolean
  readonly releasedOn: string
  /** Absent: as its category is taxed. */
  readonly taxClass?: TaxClass | undefined
  readonly imageUrls?: readonly string[] | undefined
  readonly classes?: readonly string[] | undefined
  /** Of what an import's file said. */
  readonly importDigest?: string | undefined
}

/** Products with their tiers and stock. Those that are there already stay as they are: so a load may be repeated. */
export async function insertProducts(
  tx: Tx,
  drafts: readonly ProductDraft[],
  now: Date,
): Promise<void> {
  const each = <Value>(read: (draft: ProductDraft) => Value) => drafts.map(read)
  // As arrays: PostgreSQL reads them in two thirds of the time that the same takes as records of JSON.
  await sql`
    insert into catalog.products (id, supplier_company_id, sku, mpn, gtins, name, brand, description, language,
      attributes, category_id, state, version, unit, moq, multiple, lead_time_days, ship_to, list_price, currency, sample,
      released_on, tax_class, image_urls, classes, import_digest, import_version, created_at, updated_at)
    select id, supplier_company_id, sku, mpn, gtins::text[], name, brand, description, language, attributes::jsonb,
      category_id, 'ACTIVE', 1, unit, moq, multiple, lead_time_days, ship_to::text[], list_price, currency, sample,
      released_on, tax_class, image_urls::text[], classes::text[], import_digest,
      case when import_digest is not null then 1 end, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${each(({ id }) => id)}::text[],
      ${each(({ supplierCompanyId }) => supplierCompanyId)}::text[],
      ${each(({ sku }) => sku)}::text[],
      ${each(({ mpn }) => mpn)}::text[],
      ${each(({ gtins }) => arrayLiteral(gtins))}::text[],
      ${each(({ name }) => name)}::text[],
      ${each(({ brand }) => brand)}::text[],
      ${each(({ description }) => description)}::text[],
      ${each(({ language = defaultLanguage }) => language)}::text[],
      ${each(({ attributes }) => JSON.stringify(attributes))}::text[],
      ${each(({ categoryId }) => categoryId)}::text[],
      ${each(({ unit }) => unit)}::text[],
      ${each(({ moq }) => moq)}::integer[],
      ${each(({ multiple }) => multiple)}::integer[],
      ${each(({ leadTimeDays }) => leadTimeDays)}::integer[],
      ${each(({ shipTo }) => arrayLiteral(shipTo))}::text[],
      ${each(({ listPrice }) => listPrice.toFixed())}::numeric[],
      ${each(({ currency }) => currency)}::text[],
      ${each(({ sample }) => sample)}::boolean[],
      ${each(({ releasedOn }) => releasedOn)}::date[],
      ${each(({ taxClass }) => taxClass ?? null)}::text[],
      ${each(({ imageUrls }) => arrayLiteral(imageUrls ?? []))}::text[],
      ${each(({ classes }) => arrayLiteral(classes ?? []))}::text[],
      ${each(({ importDigest }) => importDigest ?? null)}::text[]
    ) as p(id, supplier_company_id, sku, mpn, gtins, name, brand, description, language, attributes, category_id, unit,
      moq, multiple, lead_time_days, ship_to, list_price, currency, sample, released_on, tax_class, image_urls,
      classes, import_digest)
    on conflict (id) do nothing
  `.execute(tx)
  await insertTiers(tx, drafts)
  await insertStock(tx, drafts, now)
  await insertCurrencies(tx, [...new Set(drafts.map(({ currency }) => currency))])
}

async function insertTiers(tx: Tx, drafts: readonly ProductDraft[]): Promise<void> {
  const rows = drafts.flatMap(({ id, tiers }) => tiers.map((tier) => ({ id, ...tier })))
  if (rows.length === 0) return
  await sql`
    insert into catalog.price_tiers (product_id, min_quantity, unit_price)
    select * from unnest(
      ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ minQuantity }) => minQuantity)}::integer[],
      ${rows.map(({ unitPrice }) => unitPrice.toFixed())}::numeric[])
    on conflict do nothing
  `.execute(tx)
}

async function insertStock(tx: Tx, drafts: readonly ProductDraft[], now: Date): Promise<void> {
  await sql`
    insert into catalog.stock (product_id, on_hand, reserved, committed, updated_at)
    select s.product_id, s.on_hand, 0, 0, ${now}::timestamptz
    from unnest(
      ${drafts.map(({ id }) => id)}::text[],
      ${drafts.map(({ onHand }) => onHand)}::integer[]) as s(product_id, on_hand)
    on conflict do nothing
  `.execute(tx)
}

/** The currencies that products are priced in. */
export async function listCurrencies(conn: Conn): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from catalog.currencies order by currency
  `.execute(conn)
  return rows.map(({ currency }) => currency)
}

export async function insertCurrencies(tx: Tx, currencies: readonly string[]): Promise<void> {
  await sql`
    insert into catalog.currencies (currency) select unnest(${currencies}::text[])
    on conflict do nothing
  `.execute(tx)
}

export async function upsertSuppliers(
  tx: Tx,
  suppliers: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  await sql`
    insert into catalog.suppliers (id, name)
    select * from unnest(${suppliers.map(({ id }) => id)}::text[], ${suppliers.map(({ name }) => name)}::text[])
    on conflict (id) do update set name = excluded.name where suppliers.name <> excluded.name
  `.execute(tx)
}

export type CategoryDraft = {
  readonly id: string
  readonly parentId?: string
  readonly name: string
  readonly pathIds: readonly string[]
  readonly path: readonly string[]
  readonly nouns: readonly string[]
}

/** Parents first: each names the one above it. */
export async function insertCategories(
  tx: Tx,
  categories: readonly CategoryDraft[],
): Promise<void> {
  const rows = categories.map(({ id, parentId, name, pathIds, path, nouns }) => ({
    id,
    parent_id: parentId ?? null,
    name,
    path_ids: pathIds,
    path_names: path,
    nouns,
  }))
  await sql`
    insert into catalog.categories (id, parent_id, name, path_ids, path_names, nouns)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(id text, parent_id text, name text, path_ids text[], path_names text[], nouns text[])
    on conflict (id) do nothing
  `.execute(tx)
}
