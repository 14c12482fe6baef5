import type { Decimal } from 'decimal.js'
import type { RawBuilder } from 'kysely'
import { pricePlaces } from '#kernel/money'
import { brandKey, brandKeys, priceOfDocument, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { FacetName, Filters } from '../search-query.ts'
import { boundIn, type PriceScale } from './price-scale.ts'

export type Fragment = RawBuilder<unknown>

/** The price of document `d` in the currency of the scale, as a buyer is shown it; null where that has no rate. */
export function priceOf(scale: PriceScale): Fragment {
  const { agreed } = scale
  if (agreed.length === 0) return told(scale, sql`d.price`, sql`d.currency`)
  return priceOfDocument(agreed, (amount, currency) =>
    scale.table
      ? told(scale, amount, currency)
      : sql`case when ${currency} = any(${scale.from}::text[]) then ${amount} end`,
  )
}

function told(scale: PriceScale, amount: Fragment, currency: Fragment): Fragment {
  if (!scale.table) return amount
  const rate = ofCurrency(scale, scale.rates, currency)
  return sql`round(${amount} * ${rate}, ${sql.lit(pricePlaces)})`
}

/** Leaves out the products whose price cannot be told. */
export function hasPrice(scale: PriceScale): Fragment {
  // An agreed price may be in another currency than the document.
  if (scale.agreed.length > 0) return sql`and ${priceOf(scale)} is not null`
  return sql`and d.currency = any(${scale.from})`
}

/**
 * What prices are put in order by. A catalogue of one currency has the same order in every other, so that the index on
 * the price can answer, and places in it stay right when the rates change.
 */
export function priceOrderOf(scale: PriceScale): Fragment {
  return scale.from.length === 1 ? priceOf({ ...scale, table: undefined }) : priceOf(scale)
}

/** The bound in the currency of the document: so no price has to be converted, and the index on it can answer. */
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

/** A facet, or one label of the attributes: each is narrowed by by itself. */
export type Narrowing = Exclude<FacetName, 'traits'> | { readonly label: string }

export type Narrowed = {
  readonly filters: Filters
  readonly scale: PriceScale
  /** Words have found the documents: half the catalogue lies within a bound of price, and its index has nothing to add. */
  readonly hasWords: boolean
}

/** What document `d` has to fulfil, as `and ...`. A facet's counts leave the facet's own filter out. */
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
  const label = typeof without === 'object' ? without.label : undefined
  for (const [of, values] of byLabel(filters.traits)) {
    if (of !== label) all.push(sql`and d.traits && ${values}::text[]`)
  }
  if (country) all.push(sql`and ${country} = any(d.ship_to)`)
  if (pricedBy) {
    all.push(sql`and (d.currency = any(${pricedBy.currencies}::text[]) or exists (
      select 1 from products.price_entries e
      where e.price_list_id = any(${pricedBy.lists}::text[]) and e.product_id = d.product_id))`)
  }
  if (without !== 'price' && (minPrice || maxPrice)) all.push(withinBounds(narrowed))
  return sql.join(all, sql` `)
}

function withinBounds({ filters: { minPrice, maxPrice }, scale, hasWords }: Narrowed): Fragment {
  if (scale.agreed.length === 0) {
    // Within a `coalesce` it is a column without an index.
    const price = hasWords ? sql`coalesce(d.price, 0)` : sql`d.price`
    return sql`${hasPrice(scale)}
      ${minPrice ? sql`and ${price} >= ${boundOf(scale, minPrice, 'least')}` : sql``}
      ${maxPrice ? sql`and ${price} <= ${boundOf(scale, maxPrice, 'most')}` : sql``}`
  }
  // `offset 0` keeps the planner from looking the price up once for each bound.
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

/** Those of the labels that values are selected of. */
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
