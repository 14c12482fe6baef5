import type { TaxClass } from '#modules/tax'
import { type Conn, copyEach, copyRows, createCopiedRows, sql, type Tx } from '#platform/db'
import { columnNames, writeColumns } from './field-columns-sql.ts'
import { columnFields, type StoredValues } from './fields/index.ts'

/** Every writer of a product knows these. */
type Known =
  | 'sku'
  | 'mpn'
  | 'gtins'
  | 'name'
  | 'brand'
  | 'description'
  | 'attributes'
  | 'unit'
  | 'moq'
  | 'multiple'
  | 'leadTimeDays'
  | 'shipTo'
  | 'listPrice'
  | 'currency'
  | 'tiers'
  | 'onHand'
  | 'releasedOn'

/** The category has an id. */
type Others = Exclude<keyof StoredValues, Known | 'categoryPath'>

/** A product to write. A field that is absent gets the value of a new product. */
export type ProductDraft = Pick<StoredValues, Known> & {
  readonly [Key in Others]?: StoredValues[Key] | undefined
} & {
  readonly id: string
  readonly supplierCompanyId: string
  readonly categoryId: string
  readonly sample: boolean
  /** Absent: the tax class of the category applies. */
  readonly taxClass?: TaxClass | undefined
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
  const target = sql`products.products (id, supplier_company_id, category_id, state, version, sample, tax_class, by_agreement,
    import_digest, import_version, created_at, updated_at, ${columnNames(columnFields)})`
  await copyEach(tx, target, drafts, (rows, draft) => {
    const { importDigest } = draft
    rows.row()
    rows.text(draft.id)
    rows.text(draft.supplierCompanyId)
    rows.text(draft.categoryId)
    rows.text('ACTIVE')
    rows.integer(1)
    rows.flag(draft.sample)
    rows.text(draft.taxClass)
    rows.flag(draft.byAgreement ?? false)
    rows.text(importDigest)
    rows.integer(importDigest === undefined ? undefined : 1)
    rows.instant(now)
    rows.instant(now)
    writeColumns(rows, columnFields, draft, draft.attributesJson)
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
      rows.bigint(Number(minQuantity))
      rows.numeric(unitPrice.toFixed())
    }
  }
  await copyRows(tx, sql`products.price_tiers (product_id, min_quantity, unit_price)`, rows)
}

async function insertStock(tx: Tx, drafts: readonly ProductDraft[], now: Date): Promise<void> {
  const target = sql`products.stock (product_id, on_hand, updated_at)`
  await copyEach(tx, target, drafts, (rows, { id, onHand }) => {
    rows.row()
    rows.text(id)
    rows.bigint(Number(onHand))
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
