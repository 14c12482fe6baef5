import type { RawBuilder } from 'kysely'
import { sql } from '#platform/db'
import type { FacetName, Filters, PriceScale } from './search-query.ts'

export type Fragment = RawBuilder<unknown>

/** The price of document `d` in the currency of the scale; null where that has no rate. */
export function priceOf(scale: PriceScale): Fragment {
  // Written plainly where nothing is to be converted, so that the index on the price can answer.
  if (scale.from.length === 1 && scale.from[0] === scale.currency) return sql`d.price`
  return sql`d.price * (${scale.rates}::numeric[])[array_position(${scale.from}::text[], d.currency)]`
}

/** What document `d` has to fulfil, as `and ...`. A facet's counts leave the facet's own filter out. */
export function conditionsOf(filters: Filters, scale: PriceScale, without?: FacetName): Fragment {
  const { category, brands, suppliers, country, minPrice, maxPrice } = filters
  const all: Fragment[] = []
  if (category && without !== 'category') all.push(sql`and d.category_ids @> array[${category}]`)
  if (brands.length > 0 && without !== 'brand') all.push(sql`and d.brand = any(${brands})`)
  if (suppliers.length > 0 && without !== 'supplier') {
    all.push(sql`and d.supplier_company_id = any(${suppliers})`)
  }
  if (without !== 'traits') {
    for (const values of byLabel(filters.traits)) all.push(sql`and d.traits && ${values}::text[]`)
  }
  if (country) all.push(sql`and ${country} = any(d.ship_to)`)
  if (without !== 'price' && (minPrice || maxPrice)) {
    const price = priceOf(scale)
    all.push(sql`and d.currency = any(${scale.from})`)
    if (minPrice) all.push(sql`and ${price} >= ${minPrice.toFixed()}::numeric`)
    if (maxPrice) all.push(sql`and ${price} <= ${maxPrice.toFixed()}::numeric`)
  }
  return sql.join(all, sql` `)
}

export function selectedFacets(filters: Filters): FacetName[] {
  const names: FacetName[] = []
  if (filters.category) names.push('category')
  if (filters.brands.length > 0) names.push('brand')
  if (filters.suppliers.length > 0) names.push('supplier')
  if (filters.minPrice || filters.maxPrice) names.push('price')
  if (filters.traits.length > 0) names.push('traits')
  return names
}

function byLabel(traits: readonly string[]): string[][] {
  const grouped = new Map<string, string[]>()
  for (const trait of traits) {
    const label = trait.slice(0, trait.indexOf('='))
    grouped.set(label, [...(grouped.get(label) ?? []), trait])
  }
  return [...grouped.values()]
}
