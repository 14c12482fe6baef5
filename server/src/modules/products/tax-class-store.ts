import type { TaxClass } from '#modules/tax'
import { sql, type Tx } from '#platform/db'

/** Null takes the class of its own away. Returns the products that there are. */
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

/** Those below it, too: a product asks its own category alone. Returns how many categories were set. */
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
