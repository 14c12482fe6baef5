import type { TaxClass } from '#modules/tax'
import { sql, type Tx } from '#platform/db'

/** Null removes the product's own class. Returns the ids of the products that exist. */
export async function updateProductTaxClass(
  tx: Tx,
  productIds: readonly string[],
  taxClass: TaxClass | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select id from products.products where id = any(${[...productIds]}::text[]) order by id for no key update
    )
    update products.products p set tax_class = ${taxClass}, updated_at = ${now}
    from held where p.id = held.id
    returning p.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Sets the class of the descendants, too, because a product reads the class of its own category only. Returns the
 * number of categories.
 */
export async function updateCategoryTaxClass(
  tx: Tx,
  categoryId: string,
  taxClass: TaxClass | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update products.categories set tax_class = ${taxClass} where ${categoryId} = any(path_ids)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
