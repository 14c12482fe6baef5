import type { Decimal } from 'decimal.js'
import type { Attribute } from '#modules/products'

export type ImportedTier = { readonly minQuantity: number; readonly unitPrice: Decimal }

/** What a record says of a product. What it does not speak of stays as it is. */
export type ImportedProduct = {
  readonly sku: string
  readonly name?: string
  readonly description?: string
  /** Of the texts: two letters. */
  readonly language?: string
  readonly brand?: string
  readonly mpn?: string
  readonly gtins?: readonly string[]
  /** Names from the root. */
  readonly categoryPath?: readonly string[]
  readonly unit?: string
  /** The price basis: so many units cost `listPrice`, and so much of a tier. */
  readonly perQuantity?: number
  /** Pieces in one unit. */
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
  /** The article number that has taken its place, or will. */
  readonly successor?: string
}
