import type { Decimal } from 'decimal.js'
import type { TaxClass } from '#modules/tax'
import { type Conn, copyEach, copyRows, createCopiedRows, sql, type Tx } from '#platform/db'
import { defaultLanguage } from './language.ts'
import type { Attribute } from './product.ts'
import { noTexts, type ProductTexts, textsJson } from './product-texts.ts'

/** A product to write. */
export type ProductDraft = {
  readonly id: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  /** The language of the texts, as two letters (ISO 639-1). Absent: English. */
  readonly language?: string | undefined
  readonly attributes: readonly Attribute[]
  /** The texts in other languages. */
  readonly texts?: ProductTexts | undefined
  readonly categoryId: string
  readonly unit: string
  readonly moq: number
  readonly multiple: number
  readonly leadTimeDays: number
  readonly shipTo: readonly string[]
  readonly listPrice: Decimal
  /** The price basis: the list price and the tiers are for this number of units. Absent: 1. */
  readonly perQuantity?: number | undefined
  /** The pieces in one unit. Absent: unknown. */
  readonly contents?: number | undefined
  readonly currency: string
  readonly tiers: readonly { readonly minQuantity: number; readonly unitPrice: Decimal }[]
  readonly onHand: number
  readonly sample: boolean
  readonly releasedOn: string
  /** Absent: the tax class of the category applies. */
  readonly taxClass?: TaxClass | undefined
  readonly imageUrls?: readonly string[] | undefined
  readonly classes?: readonly string[] | undefined
  /** It is sold by agreement alone: companies with a price for it in a price list see it. */
  readonly byAgreement?: boolean | undefined
  /** The digest of the product's record in the import file. */
  readonly importDigest?: string | undefined
  /** `attributes` as JSON, if the caller has already serialized them. */
  readonly attributesJson?: string | undefined
}

/** Inserts new products with their tiers and stock. */
export async function insertProducts(
  tx: Tx,
  drafts: readonly ProductDraft[],
  now: Date,
): Promise<void> {
  const target = sql`products.products (id, supplier_company_id, sku, mpn, gtins, name, brand, description, language,
    attributes, texts, category_id, state, version, unit, moq, multiple, lead_time_days, ship_to, list_price, per_quantity, contents, currency, sample,
    released_on, tax_class, image_urls, classes, by_agreement, import_digest, import_version, created_at, updated_at)`
  await copyEach(tx, target, drafts, (rows, draft) => {
    const { importDigest } = draft
    rows.row()
    rows.text(draft.id)
    rows.text(draft.supplierCompanyId)
    rows.text(draft.sku)
    rows.text(draft.mpn)
    rows.texts(draft.gtins)
    rows.text(draft.name)
    rows.text(draft.brand)
    rows.text(draft.description)
    rows.text(draft.language ?? defaultLanguage)
    rows.json(draft.attributesJson ?? JSON.stringify(draft.attributes))
    rows.json(textsJson(draft.texts ?? noTexts))
    rows.text(draft.categoryId)
    rows.text('ACTIVE')
    rows.integer(1)
    rows.text(draft.unit)
    rows.integer(draft.moq)
    rows.integer(draft.multiple)
    rows.integer(draft.leadTimeDays)
    rows.texts(draft.shipTo)
    rows.numeric(draft.listPrice.toFixed())
    rows.integer(draft.perQuantity ?? 1)
    rows.numeric(draft.contents?.toString())
    rows.text(draft.currency)
    rows.flag(draft.sample)
    rows.day(draft.releasedOn)
    rows.text(draft.taxClass)
    rows.texts(draft.imageUrls ?? [])
    rows.texts(draft.classes ?? [])
    rows.flag(draft.byAgreement ?? false)
    rows.text(importDigest)
    rows.integer(importDigest === undefined ? undefined : 1)
    rows.instant(now)
    rows.instant(now)
  })
  await insertTiers(tx, drafts)
  await insertStock(tx, drafts, now)
  await insertCurrencies(tx, [...new Set(drafts.map(({ currency }) => currency))])
}

async function insertTiers(tx: Tx, drafts: readonly ProductDraft[]): Promise<void> {
  const rows = createCopiedRows()
  for (const { id, tiers } of drafts) {
    for (const { minQuantity, unitPrice } of tiers) {
      rows.row()
      rows.text(id)
      rows.integer(minQuantity)
      rows.numeric(unitPrice.toFixed())
    }
  }
  await copyRows(tx, sql`products.price_tiers (product_id, min_quantity, unit_price)`, rows)
}

async function insertStock(tx: Tx, drafts: readonly ProductDraft[], now: Date): Promise<void> {
  // The columns for reserved and sold pieces are not named. If they were, their type could not change while this
  // release runs.
  const target = sql`products.stock (product_id, on_hand, updated_at)`
  await copyEach(tx, target, drafts, (rows, { id, onHand }) => {
    rows.row()
    rows.text(id)
    rows.integer(onHand)
    rows.instant(now)
  })
}

/** Returns the currencies of all list prices. */
export async function listCurrencies(conn: Conn): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from products.currencies order by currency
  `.execute(conn)
  return rows.map(({ currency }) => currency)
}

export async function insertCurrencies(tx: Tx, currencies: readonly string[]): Promise<void> {
  await sql`
    insert into products.currencies (currency) select unnest(${currencies}::text[])
    on conflict do nothing
  `.execute(tx)
}

export async function upsertSuppliers(
  tx: Tx,
  suppliers: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  await sql`
    insert into products.suppliers (id, name)
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

/** Inserts parents before their children, which refer to them. */
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
    insert into products.categories (id, parent_id, name, path_ids, path_names, nouns)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(id text, parent_id text, name text, path_ids text[], path_names text[], nouns text[])
    on conflict (id) do nothing
  `.execute(tx)
}

/**
 * Sets the nouns of each category that has none. It locks the rows in the order of their ids, like all other writers.
 */
export async function nameCategories(
  tx: Tx,
  named: readonly Pick<CategoryDraft, 'id' | 'nouns'>[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as g(id text, nouns text[])
    ), held as (
      select c.id from products.categories c join given g on g.id = c.id where c.nouns = '{}'
      order by c.id for no key update of c
    )
    update products.categories c set nouns = g.nouns from given g, held h where c.id = h.id and g.id = h.id
  `.execute(tx)
}
