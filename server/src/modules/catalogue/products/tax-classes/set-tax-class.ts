import type { Actor } from '#kernel/actor'
import type { TaxClass } from '#modules/tax'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { fail } from '../failures.ts'
import { updateCategoryTaxClass, updateProductTaxClass } from './tax-class-store.ts'

export type TaxClassChange = {
  readonly taxClass: TaxClass | null
  readonly productIds: readonly string[]
  readonly categoryId: string | undefined
}

/**
 * Sets the class of all named products and categories, or of none. Carts use it at their next read; orders keep the tax
 * of their day.
 */
export async function setTaxClass(
  { database, now: clock }: { readonly database: Database; readonly now: () => Date },
  actor: Actor,
  { taxClass, productIds, categoryId }: TaxClassChange,
): Promise<{ products: number; categories: number }> {
  const now = clock()
  return database.transaction(async (tx) => {
    const wanted = [...new Set(productIds)]
    const found = new Set(await updateProductTaxClass(tx, wanted, taxClass, now))
    const unknown = wanted.filter((id) => !found.has(id))
    if (unknown.length > 0) throw fail('products_unknown', { productIds: unknown })
    const categories =
      categoryId === undefined ? 0 : await updateCategoryTaxClass(tx, categoryId, taxClass)
    if (categoryId !== undefined && categories === 0) {
      throw fail('category_unknown', { category: categoryId })
    }
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'catalog.tax_class_set',
      target: { type: 'category', id: categoryId ?? 'products' },
      outcome: 'done',
      details: { taxClass: taxClass ?? 'none', products: found.size, categories },
      now,
    })
    return { products: found.size, categories }
  })
}
