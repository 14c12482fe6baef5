import type { Decimal } from 'decimal.js'
import type { Restrictions, SaleStatus } from '#modules/products'

export type Sort = 'relevance' | 'newest' | 'name' | 'price_asc' | 'price_desc'

/** The filters of a search. Several values of one filter are alternatives; a product must pass all filters. */
export type Filters = {
  readonly category: string | undefined
  readonly brands: readonly string[]
  readonly suppliers: readonly string[]
  /** Article numbers of suppliers, exact. */
  readonly skus: readonly string[]
  /** `label=value`. Values of one label are alternatives. */
  readonly traits: readonly string[]
  readonly minPrice: Decimal | undefined
  readonly maxPrice: Decimal | undefined
  readonly country: string | undefined
  /** One of these. Empty: any. */
  readonly availability: readonly SaleStatus[]
  readonly maxLeadTimeDays: number | undefined
  /** Keeps only products with a price in one of these currencies, or in one of these lists. */
  readonly pricedBy:
    | { readonly currencies: readonly string[]; readonly lists: readonly string[] }
    | undefined
  /** The assortment of the company. */
  readonly restrictions: Restrictions
}

/** The end of a page: the sort key of its last product, and its id. */
export type Place = {
  readonly key: string
  readonly id: string
  /** The rate set of the key. The next page uses the same set. */
  readonly rateSetId?: string | undefined
}

export type MatchKind = 'identifier' | 'text' | 'near'

export type Hit = Place & { readonly match: MatchKind | undefined }

export type FacetName = 'category' | 'brand' | 'supplier' | 'price' | 'traits'

/** Whether a found product matches the whole query, all only come near, or none has the words that carry its meaning. */
export type ResultMatch = 'full' | 'partial' | 'none'

/** The count of one value. `label` is the name if the value is an id. */
export type FacetCount = {
  readonly facet: FacetName
  readonly value: string
  readonly label: string | undefined
  readonly count: number
}

export type Ranking = {
  readonly hits: readonly Hit[]
  /** The best products without a word that carries the meaning of the query. Then there are no hits. */
  readonly nearMisses: readonly Hit[]
  readonly counts: readonly FacetCount[]
  readonly total: number
  /** There are more candidates than were ranked, so the total is a lower bound. */
  readonly totalIsLowerBound: boolean
  /** The number of products with all words. Set if products with some of the words were searched, too. */
  readonly withAllWords: number | undefined
  /** Undefined for a search without words, and for a later page. */
  readonly match: ResultMatch | undefined
  /** The revision of all terms when this was read. */
  readonly termsRevision: number
}
