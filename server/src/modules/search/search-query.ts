import type { Decimal } from 'decimal.js'
import type { Restrictions } from '#modules/products'

export type Sort = 'relevance' | 'newest' | 'name' | 'price_asc' | 'price_desc'

/** What narrows a search. Several values of one filter are alternatives; different filters add up. */
export type Filters = {
  readonly category: string | undefined
  readonly brands: readonly string[]
  readonly suppliers: readonly string[]
  /** `label=value`; values of one label are alternatives. */
  readonly traits: readonly string[]
  readonly minPrice: Decimal | undefined
  readonly maxPrice: Decimal | undefined
  readonly country: string | undefined
  /** Only what is priced in one of these currencies, or by one of these lists. */
  readonly pricedBy:
    | { readonly currencies: readonly string[]; readonly lists: readonly string[] }
    | undefined
  /** What the company sees at all. */
  readonly restrictions: Restrictions
}

/** Where a page ends: the sort key of its last product, and its id. */
export type Place = {
  readonly key: string
  readonly id: string
  /** The set of rates that the key was reckoned with: the next page is reckoned with the same. */
  readonly rateSetId?: string | undefined
}

export type MatchKind = 'identifier' | 'text' | 'near'

export type Hit = Place & { readonly match: MatchKind | undefined }

export type FacetName = 'category' | 'brand' | 'supplier' | 'price' | 'traits'

/** Whether some product matches the whole query, or those that are found only come near. */
export type ResultMatch = 'full' | 'partial' | 'none'

/** A count of one value, as the store finds it; `label` is its name where the value is an id. */
export type FacetCount = {
  readonly facet: FacetName
  readonly value: string
  readonly label: string | undefined
  readonly count: number
}

export type Ranking = {
  readonly hits: readonly Hit[]
  readonly counts: readonly FacetCount[]
  readonly total: number
  /** The candidates were cut off: there are at least this many. */
  readonly totalIsLowerBound: boolean
  /** Where others were looked for, too: so many have every word. */
  readonly withAllWords: number | undefined
  /** One of them matches the whole query. */
  readonly isComplete: boolean
  /** Of all terms when this was found. */
  readonly termsRevision: number
}
