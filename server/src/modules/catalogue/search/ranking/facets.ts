import { Decimal } from 'decimal.js'
import { pricePlaces } from '#kernel/money'
import type { FacetCount, Filters } from '../search-query.ts'

type Choice = { readonly count: number; readonly selected: boolean }

type CategoryChoice = Choice & {
  readonly id: string
  readonly path: readonly string[]
  /** Null for a top category. */
  readonly parentId: string | null
}

/** The values by which a search can be narrowed, with their counts. The counts of a facet ignore its own filter. */
export type Facets = {
  /** The most common categories. For a selected one: itself, its ancestors and its children. */
  readonly category: readonly CategoryChoice[]
  readonly brand: readonly (Choice & { readonly value: string })[]
  readonly supplier: readonly (Choice & { readonly id: string; readonly name: string })[]
  /** Ranges from a price (inclusive) to the beginning of the next range, `to`. In the currency of the search. */
  readonly price: readonly {
    readonly from: string
    readonly to?: string
    /** The largest price below `to`. A search with `from` and `maxPrice` finds exactly the counted products. */
    readonly maxPrice?: string
    readonly count: number
  }[]
  readonly attributes: readonly {
    readonly label: string
    readonly values: readonly (Choice & { readonly value: string })[]
  }[]
}

const labelsMax = 6
const valuesMax = 12

export function facetsOf(
  counts: readonly FacetCount[],
  filters: Filters,
  priceBounds: readonly string[],
): Facets {
  const of = (name: FacetCount['facet']) => counts.filter(({ facet }) => facet === name)
  return {
    category: categoriesOf(of('category'), filters),
    brand: brandsOf(of('brand'), filters.brands),
    supplier: of('supplier').map(({ value, label, count }) => ({
      id: value,
      name: label ?? value,
      count,
      selected: filters.suppliers.includes(value),
    })),
    price: priceRanges(of('price'), priceBounds),
    attributes: attributesOf(
      [...of('traits'), ...selectedWithoutResult(of('traits'), filters.traits)],
      filters,
    ),
  }
}

/** Merges spellings of a brand in capital and small letters. */
function brandsOf(
  counts: readonly FacetCount[],
  selected: readonly string[],
): (Choice & { readonly value: string })[] {
  const key = (brand: string) => brand.toLowerCase()
  const keys = new Set(selected.map(key))
  return [...counts, ...selectedWithoutResult(counts, selected, key)].map(({ value, count }) => ({
    value,
    count,
    selected: keys.has(key(value)),
  }))
}

function categoriesOf(
  counts: readonly FacetCount[],
  { category: selected }: Filters,
): readonly CategoryChoice[] {
  const choices = counts.map(({ value: id, label, count }) => {
    const [parentId, path] = JSON.parse(label ?? '[null,[]]') as [string | null, string[]]
    return { id, path, parentId, count, selected: selected === id }
  })
  if (selected === undefined) return choices
  return choices.sort(
    (one, other) => one.path.length - other.path.length || other.count - one.count,
  )
}

/** Selected values without a result are shown, so that the buyer can remove them. */
function selectedWithoutResult(
  counts: readonly FacetCount[],
  selected: readonly string[],
  key: (value: string) => string = (value) => value,
): { readonly value: string; readonly count: number }[] {
  const found = new Set(counts.map(({ value }) => key(value)))
  const selectedByKey = new Map(selected.map((value) => [key(value), value]))
  return [...selectedByKey].flatMap(([wanted, value]) =>
    found.has(wanted) ? [] : [{ value, count: 0 }],
  )
}

/**
 * The approximate number of product pairs that the most common values separate. A label with one value, or with a
 * different one for each product, narrows nothing.
 */
function weightOf(values: readonly Choice[]): number {
  const shown = values.slice(0, valuesMax).map(({ count }) => count)
  const sum = shown.reduce((all, count) => all + count, 0)
  if (sum === 0) return 0
  const together = shown.reduce((all, count) => all + (count / sum) ** 2, 0)
  return sum * (1 - together)
}

const smallestStep = new Decimal(10).pow(-pricePlaces)

function priceRanges(counts: readonly FacetCount[], bounds: readonly string[]): Facets['price'] {
  return counts
    .map(({ value, count }) => ({ range: Number(value), count }))
    .sort((one, other) => one.range - other.range)
    .map(({ range, count }) => {
      const to = bounds[range]
      const from = bounds[range - 1] ?? '0'
      if (to === undefined) return { from, count }
      return { from, to, maxPrice: new Decimal(to).minus(smallestStep).toFixed(), count }
    })
}

/**
 * The labels with selected values, then those that split most products well. Within each: the selected values, then the
 * most common ones.
 */
function attributesOf(
  counts: readonly Pick<FacetCount, 'value' | 'count'>[],
  { traits }: Filters,
): Facets['attributes'] {
  const selected = new Set(traits)
  const byLabel = new Map<string, (Choice & { value: string })[]>()
  for (const { value: trait, count } of counts) {
    const at = trait.indexOf('=')
    if (at < 0) continue
    const label = trait.slice(0, at)
    const values = byLabel.get(label) ?? []
    values.push({ value: trait.slice(at + 1), count, selected: selected.has(trait) })
    byLabel.set(label, values)
  }
  const labels = [...byLabel].map(([label, values]) => {
    values.sort(
      (one, other) => Number(other.selected) - Number(one.selected) || other.count - one.count,
    )
    const chosen = values.filter(({ selected }) => selected).length
    return {
      label,
      chosen,
      weight: weightOf(values),
      values: values.slice(0, Math.max(valuesMax, chosen)),
    }
  })
  labels.sort(
    (one, other) => Number(other.chosen > 0) - Number(one.chosen > 0) || other.weight - one.weight,
  )
  const shown = Math.max(labelsMax, labels.filter(({ chosen }) => chosen > 0).length)
  return labels.slice(0, shown).map(({ label, values }) => ({ label, values }))
}
