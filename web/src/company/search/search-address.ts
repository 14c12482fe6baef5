import { withoutUndefined } from '../without-undefined.ts'

/** What a person searches for. It stands in the address, so that a search can be sent to a colleague. */
export type Search = {
  readonly q?: string
  readonly category?: string
  readonly brand?: readonly string[]
  readonly supplier?: readonly string[]
  /** `label:value`. */
  readonly attribute?: readonly string[]
  readonly minPrice?: string
  readonly maxPrice?: string
  /** Only what is in stock. */
  readonly stock?: '1'
  readonly sort?: Sort
}

export const sorts = ['relevance', 'price_asc', 'price_desc', 'name', 'newest'] as const
export type Sort = (typeof sorts)[number]

export function readSearch(parameters: Record<string, unknown>): Search {
  const { sort } = parameters
  const one = (name: string) => textOf(parameters[name])
  const several = (name: string) => {
    const texts = [parameters[name]].flat().flatMap((value) => textOf(value) ?? [])
    return texts.length === 0 ? undefined : texts
  }
  return withoutUndefined<Search>({
    q: one('q'),
    category: one('category'),
    brand: several('brand'),
    supplier: several('supplier'),
    attribute: several('attribute'),
    minPrice: one('minPrice'),
    maxPrice: one('maxPrice'),
    stock: parameters.stock === '1' ? '1' : undefined,
    sort: sorts.find((known) => known === sort),
  })
}

/** The filters of a list of values: chosen again, a value is no filter any more. */
export function toggled(
  chosen: readonly string[] | undefined,
  value: string,
): readonly string[] | undefined {
  const rest = (chosen ?? []).filter((one) => one !== value)
  if (rest.length === chosen?.length || chosen === undefined) return [...rest, value]
  return rest.length === 0 ? undefined : rest
}

export function countFilters({ q: _words, sort: _order, ...filters }: Search): number {
  return Object.values(filters).flat().length
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
