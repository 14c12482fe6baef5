import type { Decimal } from 'decimal.js'
import type { RawBuilder } from 'kysely'
import { sql } from '#platform/db'
import { boundIn } from './price-scale.ts'
import { pricePlaces } from './product.ts'
import type { FacetName, Filters, PriceScale } from './search-query.ts'

export type Fragment = RawBuilder<unknown>

/** The price of document `d` in the currency of the scale, as a buyer is shown it; null where that has no rate. */
export function priceOf(scale: PriceScale): Fragment {
  if (!scale.table) return sql`d.price`
  return sql`round(d.price * ${ofCurrency(scale, scale.rates)}, ${sql.lit(pricePlaces)})`
}

/**
 * What prices are put in order by. A catalogue of one currency has the same order in every other, so that the index on
 * the price can answer, and places in it stay right when the rates change.
 */
export function priceOrderOf(scale: PriceScale): Fragment {
  return scale.from.length === 1 ? sql`d.price` : priceOf(scale)
}

/** The bound in the currency of the document: so no price has to be converted, and the index on it can answer. */
function boundOf(scale: PriceScale, bound: Decimal, side: 'least' | 'most'): Fragment {
  const bounds = scale.rates.map((rate) => boundIn(rate, bound, side))
  const [only] = bounds
  return bounds.length === 1 && only ? sql`${only.toFixed()}::numeric` : ofCurrency(scale, bounds)
}

function ofCurrency({ from }: PriceScale, values: readonly Decimal[]): Fragment {
  const texts = values.map((value) => value.toFixed())
  const [only] = texts
  if (texts.length === 1) return sql`${only}::numeric`
  return sql`(${texts}::numeric[])[array_position(${from}::text[], d.currency)]`
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
    all.push(sql`and d.currency = any(${scale.from})`)
    if (minPrice) all.push(sql`and d.price >= ${boundOf(scale, minPrice, 'least')}`)
    if (maxPrice) all.push(sql`and d.price <= ${boundOf(scale, maxPrice, 'most')}`)
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
