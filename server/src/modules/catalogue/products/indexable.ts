import type { Tx } from '#platform/db'
import type { StoredValues } from './fields/index.ts'

type Required =
  | 'sku'
  | 'mpn'
  | 'gtins'
  | 'name'
  | 'brand'
  | 'description'
  | 'attributes'
  | 'shipTo'
  | 'listPrice'
  | 'currency'
  | 'releasedOn'

/** What search indexes of a product. A field that is absent has the value of a new product. */
export type Indexable = Pick<StoredValues, Required> & {
  readonly [Key in Exclude<keyof StoredValues, Required>]?: StoredValues[Key] | undefined
} & {
  readonly id: string
  readonly supplierCompanyId: string
  readonly categoryIds: readonly string[]
}

/** Updates the search index in the transaction that changes the products. */
export type SearchIndex = {
  /** Participant. Indexes new and changed products. */
  index(tx: Tx, products: readonly Indexable[]): Promise<void>
  /** Participant. Removes products from the search index. */
  unindex(tx: Tx, productIds: readonly string[]): Promise<void>
}
