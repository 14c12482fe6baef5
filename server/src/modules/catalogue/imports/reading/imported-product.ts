import type { GivenValues } from '#modules/products/fields'

/** The content of a record. Absent fields do not change. */
export type ImportedProduct = GivenValues & {
  readonly sku: string
  /**
   * The language of name, description, category and attributes, as the upload states it. A product whose own language is
   * another one keeps its own, and gets these beside them.
   */
  readonly textsIn?: string
}
