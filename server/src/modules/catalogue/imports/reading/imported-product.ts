import type { Decimal } from 'decimal.js'
import type { Attribute, ProductText } from '#modules/products'

export type ImportedTier = { readonly minQuantity: number; readonly unitPrice: Decimal }

/** The content of a record. Absent fields do not change. */
export type ImportedProduct = {
  readonly sku: string
  readonly name?: string
  readonly description?: string
  /** The language of the texts, as two letters (ISO 639-1). */
  readonly language?: string
  readonly brand?: string
  readonly mpn?: string
  readonly gtins?: readonly string[]
  /** The names from the root. */
  readonly categoryPath?: readonly string[]
  readonly unit?: string
  /** The price basis: `listPrice` and the tiers are for this number of units. */
  readonly perQuantity?: number
  /** The pieces in one unit. */
  readonly contents?: number
  readonly listPrice?: Decimal
  readonly currency?: string
  readonly tiers?: readonly ImportedTier[]
  readonly onHand?: number
  readonly moq?: number
  readonly multiple?: number
  readonly leadTimeDays?: number
  readonly shipTo?: readonly string[]
  readonly attributes?: readonly Attribute[]
  readonly imageUrls?: readonly string[]
  readonly classes?: readonly string[]
  readonly releasedOn?: string
  readonly discontinued?: boolean
  /** The article number of its successor. */
  readonly successor?: string
  /** Texts by language, as two letters. Null removes a language. */
  readonly texts?: Readonly<Record<string, ProductText | null>>
  /**
   * The language of name, description, category and attributes, as the upload states it. A product whose own language is
   * another one keeps its own, and gets these beside them.
   */
  readonly textsIn?: string
}
