import type { Conn } from '#platform/db'
import type { AnswerUnderTerms } from '../agreements/create-terms.ts'
import type { Terms } from '../agreements/terms.ts'
import type { Changes, Moment } from '../changes/changes.ts'
import { createExactCache } from '../changes/exact-cache.ts'
import type { AddressOfImage, Product } from '../product.ts'
import { type ProductsRead, readProductPage, readWholeProduct } from './read-store.ts'

export type ProductReader = {
  /** The products of a page in short form, as they are at the moment or later. */
  page(
    terms: Terms,
    productIds: readonly string[],
    moment: Moment,
    language: string | undefined,
  ): Promise<ProductsRead>
  /** The current product with all its attributes, also if it is discontinued: an order may refer to it. */
  whole(
    terms: Terms,
    productId: string,
    language: string | undefined,
  ): Promise<AnswerUnderTerms<Product | undefined>>
}

/** About ten megabytes at most. */
const inPagesMax = 4_000
const wholeMax = 1_000

/**
 * Reads products with today's prices and stock, in the language of the reader where they have it. A popular product is
 * read once after each change: once for all readers if it has one language, else once for each language.
 */
export function createProductReader(
  conn: Conn,
  changes: Changes,
  addressOfImage: AddressOfImage,
): ProductReader {
  const inPages = createExactCache<Product>(changes, inPagesMax)
  const whole = createExactCache<Product>(changes, wholeMax)

  return {
    page: async (terms, productIds, moment, language) => {
      const keyOf = (id: string) => `${id} ${terms.key}`
      const products = new Map<string, Product>()
      for (const id of productIds) {
        const known = inPages.get(keyOf(id), id) ?? inPages.get(`${keyOf(id)} ${language}`, id)
        if (known) products.set(id, known)
      }
      const missing = productIds.filter((id) => !products.has(id))
      if (missing.length === 0) return { products, termsRevision: moment.termsRevision }
      const read = await readProductPage(conn, terms, missing, { addressOfImage, language })
      for (const [id, product] of read.products) {
        products.set(id, product)
        // Terms that have just changed are read again, and the products with them.
        if (read.termsRevision !== terms.revision) continue
        inPages.set(product.isTranslated ? `${keyOf(id)} ${language}` : keyOf(id), product, moment)
      }
      return { products, termsRevision: read.termsRevision ?? moment.termsRevision }
    },

    whole: async (terms, productId, language) => {
      const moment = await changes.moment()
      const key = `${productId} ${terms.key}`
      const known = whole.get(key, productId) ?? whole.get(`${key} ${language}`, productId)
      if (known) return { answer: known, revision: moment.termsRevision }
      const options = { addressOfImage, language }
      const { answer, revision } = await readWholeProduct(conn, terms, productId, options)
      if (answer && revision === terms.revision) {
        whole.set(answer.isTranslated ? `${key} ${language}` : key, answer, moment)
      }
      return { answer, revision }
    },
  }
}
