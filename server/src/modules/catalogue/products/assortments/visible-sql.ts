import { type RawBuilder, sql } from 'kysely'
import { brandKey } from '../brand-sql.ts'
import type { Selection } from './assortment.ts'

type Fragment = RawBuilder<unknown>

/**
 * An assortment in the form that a statement needs: it has the keys of brands (`brandKey`), and reads single products
 * by the assortment's id.
 */
export type Restriction = {
  /** Undefined for the offers of closed companies, which nobody sees. */
  readonly id: string | undefined
  readonly included: Omit<Selection, 'products'> & { readonly hasProducts: boolean }
  readonly excluded: Omit<Selection, 'products'> & { readonly hasProducts: boolean }
}

/** The assortment of a company: all products that pass each restriction. Empty: all products. */
export type Restrictions = readonly Restriction[]

/**
 * True if a restriction belongs to the company itself. Restrictions for everybody are no secret, so words and
 * categories need no new count for them.
 */
export function hasOwnRestrictions(restrictions: Restrictions): boolean {
  return restrictions.some(({ id }) => id !== undefined)
}

/** The columns of the surrounding statement that decide whether a product is visible. */
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

/** `and ...`: the search document `d` is visible. Empty for the full assortment. */
export function visibleDocument(restrictions: Restrictions): Fragment {
  return isVisible(restrictions, document)
}

/** `and ...`: product `p` of category `c` is visible, whatever is agreed. */
export function visibleProduct(restrictions: Restrictions): Fragment {
  return sql`and not p.by_agreement ${isVisible(restrictions, product)}`
}

/**
 * `and ...`: product `p` of category `c` is visible under these terms. A product that is sold by agreement alone is, if a price list
 * of the company has a price for it.
 */
export function visibleUnder({
  restrictions,
  lists,
}: {
  readonly restrictions: Restrictions
  readonly lists: readonly { readonly id: string }[]
}): Fragment {
  if (lists.length === 0) return visibleProduct(restrictions)
  return sql`and (not p.by_agreement or exists (select from products.price_entries agreed
    where agreed.product_id = p.id and agreed.price_list_id = any(${lists.map(({ id }) => id)}::text[])))
    ${isVisible(restrictions, product)}`
}

function isVisible(restrictions: Restrictions, seen: Seen): Fragment {
  const conditions = restrictions.flatMap(({ id, included, excluded }) => {
    const within = matchesRestriction(id, 'included', included, seen)
    const without = matchesRestriction(id, 'excluded', excluded, seen)
    return [...(within ? [sql`and ${within}`] : []), ...(without ? [sql`and not ${without}`] : [])]
  })
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `)
}

function matchesRestriction(
  id: string | undefined,
  effect: 'included' | 'excluded',
  { suppliers, categories, brands, hasProducts }: Restriction['included'],
  seen: Seen,
): Fragment | undefined {
  const conditions: Fragment[] = []
  if (suppliers.length > 0) conditions.push(sql`${seen.supplier} = any(${suppliers}::text[])`)
  if (categories.length > 0) conditions.push(sql`${seen.categories} && ${categories}::text[]`)
  if (brands.length > 0) conditions.push(sql`${brandKey(seen.brand)} = any(${brands}::text[])`)
  if (id !== undefined && hasProducts) {
    conditions.push(sql`exists (select 1 from products.assortment_rules r
      where r.assortment_id = ${id} and r.effect = ${sql.lit(effect)} and r.kind = 'product' and r.value = ${seen.id})`)
  }
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` or `)})`
}
