import type { Decimal } from 'decimal.js'
import type { Tx } from '#platform/db'
import type { Attribute } from './product.ts'
import type { ProductTexts } from './product-texts.ts'

/** The fields of a product that search indexes. */
export type Indexable = {
  readonly id: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  /** The language of the texts, as two letters (ISO 639-1). */
  readonly language?: string | undefined
  readonly attributes: readonly Attribute[]
  /** The texts in other languages. */
  readonly texts?: ProductTexts | undefined
  readonly categoryIds: readonly string[]
  readonly shipTo: readonly string[]
  readonly listPrice: Decimal
  /** The price basis: the list price is for this number of units. Absent: 1. */
  readonly perQuantity?: number | undefined
  readonly currency: string
  readonly releasedOn: string
}

/** Updates the search index in the transaction that changes the products. */
export type SearchIndex = {
  /** Participant. Indexes new and changed products. */
  index(tx: Tx, products: readonly Indexable[]): Promise<void>
  /** Participant. Removes products from the search index. */
  unindex(tx: Tx, productIds: readonly string[]): Promise<void>
}
