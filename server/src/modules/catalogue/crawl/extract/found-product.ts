import type { FoundAvailability } from './structured/availability.ts'

/** How many products have a value of one field, and how many do not. */
export type FieldCount = {
  readonly read: number
  /** The source states no value. */
  readonly missing: number
  /** The source states a value that cannot be believed, such as a price without a currency. */
  readonly refused: number
}

/** Each product has an address: that of its page, if it names none. */
export type CountedField = Exclude<FoundField, 'url'>

export type FieldCounts = Readonly<Partial<Record<CountedField, FieldCount>>>

/** Where a field of a found product comes from. */
export const sourceKinds = [
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'merchant',
  'bmecat',
  'csv',
  'json-lines',
  'xlsx',
  'own-xml',
  'script-state',
  'price-table',
  'page-text',
] as const
export type SourceKind = (typeof sourceKinds)[number]

export type FieldSource = {
  readonly kind: SourceKind
  /** From 0 to 1. Lower when two sources of the page disagree. */
  readonly confidence: number
}

export type FoundPrice = {
  /** A plain decimal with up to six decimals, above zero. */
  readonly amount: string
  /** A code of ISO 4217, which the page itself names. */
  readonly currency: string
  /** The price is for this number of units. 1 unless the page says otherwise. */
  readonly perQuantity: number
  /** Undefined when the page does not say. */
  readonly taxIncluded?: boolean
  /** Lower amounts for larger quantities, smallest quantity first, with the same currency, basis and tax. */
  readonly tiers?: readonly FoundTier[]
}

export type FoundTier = { readonly minQuantity: number; readonly amount: string }

export type FoundAttribute = {
  readonly label: string
  readonly value: string
  readonly unit?: string
}

/** A product as a page or a feed shows it. Absent fields were not shown, and none is guessed. */
export type FoundProduct = {
  /** The page of the product, or the file that names it. */
  readonly url: string
  readonly name: string
  readonly description?: string
  readonly brand?: string
  /** The manufacturer's number. */
  readonly mpn?: string
  /** The seller's number. */
  readonly sku?: string
  /** With valid check digits, without numbers that only one shop uses. */
  readonly gtins: readonly string[]
  readonly price?: FoundPrice
  /** The unit of the price, as a code of UN/ECE Recommendation 20. */
  readonly unit?: string
  readonly availability?: FoundAvailability
  readonly images: readonly string[]
  /** The names from the root. */
  readonly category?: readonly string[]
  readonly attributes: readonly FoundAttribute[]
  readonly sources: Readonly<Partial<Record<FoundField, FieldSource>>>
}

export const foundFields = [
  'url',
  'name',
  'description',
  'brand',
  'mpn',
  'sku',
  'gtins',
  'price',
  'unit',
  'availability',
  'images',
  'category',
  'attributes',
] as const
export type FoundField = (typeof foundFields)[number]

/** Something on a page that could not be read, or was not believed. */
export type PageProblem = { readonly code: string; readonly message: string }

export type ReadPageInput = {
  readonly url: string
  readonly contentType: string
  readonly body: Buffer
  /** The language of the page when it names none. */
  readonly language?: string
}

export type PageContents = {
  readonly products: readonly FoundProduct[]
  readonly fields: FieldCounts
  /** Normalised addresses to follow, without those that the page asks not to follow. */
  readonly links: readonly string[]
  /** The address that the page names as its own. */
  readonly canonical?: string
  /** The page asks not to be kept. */
  readonly noIndex: boolean
  /** The page asks not to follow its links. `links` is then empty. */
  readonly noFollow: boolean
  readonly language?: string
  readonly problems: readonly PageProblem[]
}
