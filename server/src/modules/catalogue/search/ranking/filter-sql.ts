import type { Decimal } from 'decimal.js'
import type { RawBuilder } from 'kysely'
import { pricePlaces } from '#kernel/money'
import {
  brandKey,
  brandKeys,
  hasStatus,
  isDispatchedWithin,
  priceOfDocument,
  visibleDocument,
} from '#modules/products'
import { sql } from '#platform/db'
import type { FacetName, Filters } from '../search-query.ts'
import { boundIn, type PriceScale } from './price-scale.ts'

export type Fragment = RawBuilder<unknown>

/** The price of document `d` in the currency of the scale, rounded as buyers see it. Null if there is no rate. */
export function priceOf(scale: PriceScale): Fragment {
  const { agreed } = scale
  if (agreed.length === 0) return convertToScale(scale, sql`d.price`, sql`d.currency`)
  return priceOfDocument(agreed, (amount, currency) =>
    scale.table
      ? convertToScale(scale, amount, currency)
      : sql`case when ${currency} = any(${scale.from}::text[]) then ${amount} end`,
  )
}

function convertToScale(scale: PriceScale, amount: Fragment, currency: Fragment): Fragment {
  if (!scale.table) return amount
  const rate = ofCurrency(scale, scale.rates, currency)
  return sql`round(${amount} * ${rate}, ${sql.lit(pricePlaces)})`
}

/** Excludes products whose price cannot be converted. */
export function hasPrice(scale: PriceScale): Fragment {
  // An agreed price may be in another currency than the document.
  if (scale.agreed.length > 0) return sql`and ${priceOf(scale)} is not null`
  return sql`and d.currency = any(${scale.from})`
}

/**
 * The sort key of prices. A catalogue with one currency has the same order in every currency. So the index on the price
 * can serve it, and places stay valid when the rates change.
 */
export function priceOrderOf(scale: PriceScale): Fragment {
  return scale.from.length === 1 ? priceOf({ ...scale, table: undefined }) : priceOf(scale)
}

/**
 * Converts the bound to the currency of the document. So no price has to be converted, and the index on the price can
 * serve it.
 */
function boundOf(scale: PriceScale, bound: Decimal, side: 'least' | 'most'): Fragment {
  const bounds = scale.rates.map((rate) => boundIn(rate, bound, side))
  const [only] = bounds
  if (bounds.length === 1 && only) return sql`${only.toFixed()}::numeric`
  return ofCurrency(scale, bounds, sql`d.currency`)
}

function ofCurrency(
  { from, missing }: PriceScale,
  values: readonly Decimal[],
  currency: Fragment,
): Fragment {
  const texts = values.map((value) => value.toFixed())
  const [only] = texts
  if (texts.length === 1 && missing.length === 0) return sql`${only}::numeric`
  return sql`(${texts}::numeric[])[array_position(${from}::text[], ${currency})]`
}

/** A facet, or one label of the attributes. Each is a filter of its own. */
export type Narrowing = Exclude<FacetName, 'traits'> | { readonly label: string }

export type Narrowed = {
  readonly filters: Filters
  readonly scale: PriceScale
  /**
   * The words select the documents: an index on prices would not help, because half of the catalogue is within a price
   * bound.
   */
  readonly hasWords: boolean
}

/** The conditions for document `d`, as `and ...`. The counts of a facet leave out its own filter. */
export function conditionsOf(narrowed: Narrowed, without?: Narrowing): Fragment {
  const { filters } = narrowed
  const { category, brands, suppliers, country, pricedBy, minPrice, maxPrice } = filters
  const all: Fragment[] = []
  if (filters.restrictions.length > 0) all.push(visibleDocument(filters.restrictions))
  if (category && without !== 'category') all.push(sql`and d.category_ids @> array[${category}]`)
  if (brands.length > 0 && without !== 'brand') {
    all.push(sql`and ${brandKey(sql`d.brand`)} = any(${brandKeys(brands)})`)
  }
  if (suppliers.length > 0 && without !== 'supplier') {
    all.push(sql`and d.supplier_company_id = any(${suppliers})`)
  }
  if (filters.skus.length > 0) all.push(hasSku(filters.skus))
  const label = typeof without === 'object' ? without.label : undefined
  for (const [of, values] of byLabel(filters.traits)) {
    if (of !== label) all.push(sql`and d.traits && ${values}::text[]`)
  }
  if (country) all.push(sql`and ${country} = any(d.ship_to)`)
  all.push(...supplyConditions(narrowed))
  if (pricedBy) {
    all.push(sql`and (d.currency = any(${pricedBy.currencies}::text[]) or exists (
      select 1 from products.price_entries e
      where e.price_list_id = any(${pricedBy.lists}::text[]) and e.product_id = d.product_id))`)
  }
  if (without !== 'price' && (minPrice || maxPrice)) all.push(withinBounds(narrowed))
  return sql.join(all, sql` `)
}

/** An article number never changes, so a document needs no copy. For each supplier `products_sku_unique` finds the products. */
function hasSku(skus: readonly string[]): Fragment {
  return sql`and d.product_id in (
    select p.id from products.suppliers s
    join products.products p on p.supplier_company_id = s.id and p.sku = any(${skus}::text[]))`
}

/**
 * A document has no copy of these, because each sale would write it. With words, few documents are left to look up.
 */
function supplyConditions({ filters, hasWords }: Narrowed): Fragment[] {
  const { availability, maxLeadTimeDays } = filters
  const all: Fragment[] = []
  if (availability.length > 0) all.push(sql`and ${hasStatus(availability, hasWords)}`)
  if (maxLeadTimeDays !== undefined) {
    all.push(sql`and ${isDispatchedWithin(maxLeadTimeDays, hasWords)}`)
  }
  return all
}

/** True if the filters read the documents alone, so that a result is true until a document changes. */
export function readsDocumentsOnly({ availability, maxLeadTimeDays }: Filters): boolean {
  return availability.length === 0 && maxLeadTimeDays === undefined
}

function withinBounds({ filters: { minPrice, maxPrice }, scale, hasWords }: Narrowed): Fragment {
  if (scale.agreed.length === 0) {
    // Inside `coalesce` the planner cannot use the index of the column.
    const price = hasWords ? sql`coalesce(d.price, 0)` : sql`d.price`
    return sql`${hasPrice(scale)}
      ${minPrice ? sql`and ${price} >= ${boundOf(scale, minPrice, 'least')}` : sql``}
      ${maxPrice ? sql`and ${price} <= ${boundOf(scale, maxPrice, 'most')}` : sql``}`
  }
  // `offset 0` prevents the planner from computing the price once for each bound.
  return sql`and (
    select v.price >= ${minPrice?.toFixed() ?? '0'}::numeric
      ${maxPrice ? sql`and v.price <= ${maxPrice.toFixed()}::numeric` : sql``}
    from (select ${priceOf(scale)} as price offset 0) as v)`
}

export function selectedFacets(filters: Filters): Exclude<FacetName, 'traits'>[] {
  const names: Exclude<FacetName, 'traits'>[] = []
  if (filters.category) names.push('category')
  if (filters.brands.length > 0) names.push('brand')
  if (filters.suppliers.length > 0) names.push('supplier')
  if (filters.minPrice || filters.maxPrice) names.push('price')
  return names
}

/** The labels that have selected values. */
export function selectedLabels({ traits }: Filters): string[] {
  return [...byLabel(traits).keys()]
}

function byLabel(traits: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const trait of traits) {
    const label = trait.slice(0, trait.indexOf('='))
    grouped.set(label, [...(grouped.get(label) ?? []), trait])
  }
  return grouped
}
