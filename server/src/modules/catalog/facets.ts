import { priceBounds } from './rank-store.ts'
import type { FacetCount, Filters } from './search-query.ts'

type Choice = { readonly count: number; readonly selected: boolean }

/** By what a search can be narrowed, and how much would be left. Each counts without its own filter. */
export type Facets = {
  readonly category: readonly (Choice & { readonly id: string; readonly path: readonly string[] })[]
  readonly brand: readonly (Choice & { readonly value: string })[]
  readonly supplier: readonly (Choice & { readonly id: string; readonly name: string })[]
  /** From a price, inclusive, to the next range. In the currency of the search. */
  readonly price: readonly { readonly from: string; readonly to?: string; readonly count: number }[]
  readonly attributes: readonly {
    readonly label: string
    readonly values: readonly (Choice & { readonly value: string })[]
  }[]
}

const labelsMax = 6
const valuesMax = 12

export function facetsOf(counts: readonly FacetCount[], filters: Filters): Facets {
  const of = (name: FacetCount['facet']) => counts.filter(({ facet }) => facet === name)
  return {
    category: of('category').map(({ value, label, count }) => ({
      id: value,
      path: (label ?? '').split(' > '),
      count,
      selected: filters.category === value,
    })),
    brand: of('brand').map(({ value, count }) => ({
      value,
      count,
      selected: filters.brands.includes(value),
    })),
    supplier: of('supplier').map(({ value, label, count }) => ({
      id: value,
      name: label ?? value,
      count,
      selected: filters.suppliers.includes(value),
    })),
    price: priceRanges(of('price')),
    attributes: attributesOf(of('traits'), filters),
  }
}

function priceRanges(counts: readonly FacetCount[]): Facets['price'] {
  return counts
    .map(({ value, count }) => ({ range: Number(value), count }))
    .sort((one, other) => one.range - other.range)
    .map(({ range, count }) => {
      const to = priceBounds[range]
      const from = String(priceBounds[range - 1] ?? 0)
      return to === undefined ? { from, count } : { from, to: String(to), count }
    })
}

/** The labels that most products have; counts come by falling number, so that the first values are the commonest. */
function attributesOf(counts: readonly FacetCount[], { traits }: Filters): Facets['attributes'] {
  const byLabel = new Map<string, (Choice & { value: string })[]>()
  const weight = new Map<string, number>()
  for (const { value: trait, count } of counts) {
    const at = trait.indexOf('=')
    const label = trait.slice(0, at)
    const values = byLabel.get(label) ?? []
    if (values.length < valuesMax) {
      values.push({ value: trait.slice(at + 1), count, selected: traits.includes(trait) })
    }
    byLabel.set(label, values)
    weight.set(label, (weight.get(label) ?? 0) + count)
  }
  return [...byLabel]
    .map(([label, values]) => ({ label, values }))
    .sort((one, other) => (weight.get(other.label) ?? 0) - (weight.get(one.label) ?? 0))
    .slice(0, labelsMax)
}
