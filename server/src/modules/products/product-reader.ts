import type { Conn } from '#platform/db'
import type { AnswerUnderTerms, Terms } from './agreements/terms.ts'
import type { Changes, Moment } from './changes/changes.ts'
import { createExactCache } from './changes/exact-cache.ts'
import type { AddressOfImage, Product } from './product.ts'
import { type ProductsRead, readProductPage, readWholeProduct } from './read-store.ts'

export type ProductReader = {
  /** The products of a page in short form, as they are at the moment or later. */
  page(terms: Terms, productIds: readonly string[], moment: Moment): Promise<ProductsRead>
  /** The current product with all its attributes, also if it is discontinued: an order may refer to it. */
  whole(terms: Terms, productId: string): Promise<AnswerUnderTerms<Product | undefined>>
}

/** About ten megabytes at most. */
const inPagesMax = 4_000
const wholeMax = 1_000

/** Reads products with today's prices and stock. A popular product is read once after each change. */
export function createProductReader(
  conn: Conn,
  changes: Changes,
  addressOfImage: AddressOfImage,
): ProductReader {
  const inPages = createExactCache<Product>(changes, inPagesMax)
  const whole = createExactCache<Product>(changes, wholeMax)

  return {
    page: async (terms, productIds, moment) => {
      const keyOf = (id: string) => `${id} ${terms.key}`
      const products = new Map<string, Product>()
      for (const id of productIds) {
        const known = inPages.get(keyOf(id), id)
        if (known) products.set(id, known)
      }
      const missing = productIds.filter((id) => !products.has(id))
      if (missing.length === 0) return { products, termsRevision: moment.termsRevision }
      const read = await readProductPage(conn, terms, missing, addressOfImage)
      for (const [id, product] of read.products) {
        products.set(id, product)
        // Terms that have just changed are read again, and the products with them.
        if (read.termsRevision === terms.revision) inPages.set(keyOf(id), product, moment)
      }
      return { products, termsRevision: read.termsRevision ?? moment.termsRevision }
    },

    whole: async (terms, productId) => {
      const moment = await changes.moment()
      const key = `${productId} ${terms.key}`
      const known = whole.get(key, productId)
      if (known) return { answer: known, revision: moment.termsRevision }
      const { answer, revision } = await readWholeProduct(conn, terms, productId, addressOfImage)
      if (answer && revision === terms.revision) whole.set(key, answer, moment)
      return { answer, revision }
    },
  }
}
