import { type Conn, sql, type Tx } from '#platform/db'
import type { PriceEntry } from './price-list.ts'

export type EntriesWritten = { readonly stored: number; readonly removed: number }

/** Returns the supplier's products with these article numbers or ids. */
export async function listOwnProducts(
  conn: Conn,
  supplierCompanyId: string,
  named: { readonly productIds: readonly string[]; readonly skus: readonly string[] },
): Promise<{ id: string; sku: string }[]> {
  const { rows } = await sql<{ id: string; sku: string }>`
    select id, sku from products.products where supplier_company_id = ${supplierCompanyId} and id = any(${named.productIds})
    union
    select id, sku from products.products where supplier_company_id = ${supplierCompanyId} and sku = any(${named.skus})
  `.execute(conn)
  return rows
}

/** Replaces the entries of the same products. The caller has locked the list's row. */
export async function upsertEntries(
  tx: Tx,
  priceListId: string,
  entries: readonly PriceEntry[],
): Promise<void> {
  const rows = entries.map(({ productId, unitPrice, tiers }) => ({
    product_id: productId,
    unit_price: unitPrice.toFixed(),
    tier_quantities: tiers.map(({ minQuantity }) => Number(minQuantity)),
    tier_prices: tiers.map((tier) => tier.unitPrice.toFixed()),
  }))
  await sql`
    insert into products.price_entries (price_list_id, product_id, unit_price, tier_quantities, tier_prices)
    select ${priceListId}, e.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(
      product_id text, unit_price numeric, tier_quantities bigint[], tier_prices numeric[])
    on conflict (price_list_id, product_id) do update set unit_price = excluded.unit_price,
      tier_quantities = excluded.tier_quantities, tier_prices = excluded.tier_prices
  `.execute(tx)
}

export async function deleteEntries(
  tx: Tx,
  priceListId: string,
  productIds: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from products.price_entries where price_list_id = ${priceListId} and product_id = any(${productIds})
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function countEntries(conn: Conn, priceListId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products.price_entries where price_list_id = ${priceListId}
  `.execute(conn)
  return rows[0]?.count ?? 0
}
