import { type RawBuilder, sql } from 'kysely'
import { brandKey } from '../brand-sql.ts'
import type { Selection } from './assortment.ts'

type Fragment = RawBuilder<unknown>

/** An assortment as a statement needs it: single products are looked up by its id, brands are their keys (`brandKey`). */
export type Restriction = {
  /** Undefined for what nobody sees: the offers of closed companies. */
  readonly id: string | undefined
  readonly included: Omit<Selection, 'products'> & { readonly hasProducts: boolean }
  readonly excluded: Omit<Selection, 'products'> & { readonly hasProducts: boolean }
}

/** What a company sees: everything that passes each restriction. Empty: everything. */
export type Shelf = readonly Restriction[]

/**
 * Whether it says of a company what it alone does not see. What nobody sees is no secret: words and categories need not be
 * counted anew for that.
 */
export function isOwnShelf(shelf: Shelf): boolean {
  return shelf.some(({ id }) => id !== undefined)
}

/** Where the statement around has what decides whether a product is seen. */
type Seen = {
  readonly id: Fragment
  readonly supplier: Fragment
  readonly categories: Fragment
  readonly brand: Fragment
}

const document: Seen = {
  id: sql`d.product_id`,
  supplier: sql`d.supplier_company_id`,
  categories: sql`d.category_ids`,
  brand: sql`d.brand`,
}

const product: Seen = {
  id: sql`p.id`,
  supplier: sql`p.supplier_company_id`,
  categories: sql`c.path_ids`,
  brand: sql`p.brand`,
}

/** `and ...`: document `d` of the search is seen. Nothing for whoever sees everything. */
export function visibleDocument(shelf: Shelf): Fragment {
  return visible(shelf, document)
}

/** `and ...`: product `p` of category `c` is seen. Nothing for whoever sees everything. */
export function visibleProduct(shelf: Shelf): Fragment {
  return visible(shelf, product)
}

function visible(shelf: Shelf, seen: Seen): Fragment {
  const conditions = shelf.flatMap(({ id, included, excluded }) => {
    const within = matching(id, 'included', included, seen)
    const without = matching(id, 'excluded', excluded, seen)
    return [...(within ? [sql`and ${within}`] : []), ...(without ? [sql`and not ${without}`] : [])]
  })
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `)
}

function matching(
  id: string | undefined,
  effect: 'included' | 'excluded',
  { suppliers, categories, brands, hasProducts }: Restriction['included'],
  seen: Seen,
): Fragment | undefined {
  const ways: Fragment[] = []
  if (suppliers.length > 0) ways.push(sql`${seen.supplier} = any(${suppliers}::text[])`)
  if (categories.length > 0) ways.push(sql`${seen.categories} && ${categories}::text[]`)
  if (brands.length > 0) ways.push(sql`${brandKey(seen.brand)} = any(${brands}::text[])`)
  if (id !== undefined && hasProducts) {
    ways.push(sql`exists (select 1 from products.assortment_rules r
      where r.assortment_id = ${id} and r.effect = ${sql.lit(effect)} and r.kind = 'product' and r.value = ${seen.id})`)
  }
  return ways.length === 0 ? undefined : sql`(${sql.join(ways, sql` or `)})`
}
