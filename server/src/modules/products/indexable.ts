import type { Decimal } from 'decimal.js'
import type { Tx } from '#platform/db'
import type { Attribute } from './product.ts'

/** What search reads of a product. */
export type Indexable = {
  readonly id: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  /** Of its texts: two letters. */
  readonly language?: string | undefined
  readonly attributes: readonly Attribute[]
  readonly categoryIds: readonly string[]
  readonly shipTo: readonly string[]
  readonly listPrice: Decimal
  /** The price basis: so many units cost the list price. Absent: one. */
  readonly perQuantity?: number | undefined
  readonly currency: string
  readonly releasedOn: string
}

/** How search keeps up with products: in the transaction that changes them. */
export type SearchIndex = {
  /** Participant. New ones, and those that have changed. */
  index(tx: Tx, products: readonly Indexable[]): Promise<void>
  /** Participant. Search finds them no more. */
  unindex(tx: Tx, productIds: readonly string[]): Promise<void>
}
