import assert from 'node:assert/strict'
import type { Decimal } from 'decimal.js'
import type { Quantity } from '#kernel/quantity'
import { sql, type Tx } from '#platform/db'
import type { Attribute } from './attribute.ts'

/** The changes of a product by its supplier. Absent fields do not change. */
export type ProductChanges = {
  readonly name?: string
  readonly description?: string
  /** The language of the texts, as two letters (ISO 639-1). */
  readonly language?: string
  readonly attributes?: readonly Attribute[]
  readonly moq?: Quantity
  readonly multiple?: Quantity
  readonly leadTimeDays?: number
  readonly shipTo?: readonly string[]
  /** In the price basis of the product, like the tiers. */
  readonly listPrice?: Decimal
  readonly tiers?: readonly { readonly minQuantity: Quantity; readonly unitPrice: Decimal }[]
  /** The newly counted quantity for sale. It does not include reserved and committed pieces. */
  readonly onHand?: Quantity
  readonly discontinued?: true
}

/** Writes the new version of the product. The caller has locked its row. */
export async function updateProduct(
  tx: Tx,
  productId: string,
  changes: ProductChanges,
  now: Date,
): Promise<void> {
  const { attributes, listPrice, tiers, onHand } = changes
  const { numAffectedRows } = await sql`
    update products.products set
      name = coalesce(${changes.name ?? null}::text, name),
      description = coalesce(${changes.description ?? null}::text, description),
      language = coalesce(${changes.language ?? null}::text, language),
      -- The product's own language is never among the others.
      texts = nullif(texts - coalesce(${changes.language ?? null}::text, language), '{}'),
      attributes = coalesce(${attributes ? JSON.stringify(attributes) : null}::jsonb, attributes),
      moq = coalesce(${changes.moq ?? null}::bigint, moq),
      multiple = coalesce(${changes.multiple ?? null}::bigint, multiple),
      lead_time_days = coalesce(${changes.leadTimeDays ?? null}::integer, lead_time_days),
      ship_to = coalesce(${changes.shipTo ?? null}::text[], ship_to),
      list_price = coalesce(${listPrice?.toFixed() ?? null}::numeric, list_price),
      state = case when ${changes.discontinued ?? false}::boolean then 'DISCONTINUED' else state end,
      version = version + 1, updated_at = ${now}::timestamptz
    where id = ${productId}
  `.execute(tx)
  assert.equal(numAffectedRows, 1n, `product ${productId} must still exist, because it is locked`)
  if (tiers) await replaceTiers(tx, productId, tiers)
  if (onHand !== undefined) {
    await sql`
      update products.stock set on_hand = ${onHand}::bigint, updated_at = ${now}::timestamptz where product_id = ${productId}
    `.execute(tx)
  }
}

async function replaceTiers(
  tx: Tx,
  productId: string,
  tiers: NonNullable<ProductChanges['tiers']>,
): Promise<void> {
  await sql`delete from products.price_tiers where product_id = ${productId}`.execute(tx)
  await sql`
    insert into products.price_tiers (product_id, min_quantity, unit_price)
    select ${productId}, t.min_quantity, t.unit_price from unnest(
      ${tiers.map(({ minQuantity }) => minQuantity)}::bigint[],
      ${tiers.map(({ unitPrice }) => unitPrice.toFixed())}::numeric[]) as t(min_quantity, unit_price)
  `.execute(tx)
}

/** Returns the ids from the root to the category, or undefined for an unknown category. */
export async function findCategoryPath(tx: Tx, categoryId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ path_ids: string[] }>`
    select path_ids from products.categories where id = ${categoryId}
  `.execute(tx)
  return rows[0]?.path_ids
}
