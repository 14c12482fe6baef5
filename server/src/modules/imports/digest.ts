import { hash } from 'node:crypto'
import type { ImportedProduct } from './reading/imported-product.ts'

export type Digested = {
  /** Stands for what a record says of its product. */
  readonly digest: string
  /** Its attributes as JSON: most of the record, and written once for the digest and for the row. */
  readonly attributesJson: string | undefined
}

/**
 * A record's digest. The stock is not in it: it is sold between two files, and compared by
 * itself.
 */
export function digested(product: ImportedProduct): Digested {
  const { attributes } = product
  const attributesJson = attributes && JSON.stringify(attributes)
  const text = jsonOf(product, attributesJson)
  return { digest: hash('sha256', text, 'base64url').slice(0, 27), attributesJson }
}

/** What `JSON.stringify` makes of the record without its stock: digests of earlier releases hold. */
function jsonOf(one: ImportedProduct, attributesJson: string | undefined): string {
  const before = JSON.stringify({
    sku: one.sku,
    name: one.name,
    description: one.description,
    language: one.language,
    brand: one.brand,
    mpn: one.mpn,
    gtins: one.gtins,
    categoryPath: one.categoryPath,
    unit: one.unit,
    listPrice: one.listPrice,
    currency: one.currency,
    tiers: one.tiers,
    moq: one.moq,
    multiple: one.multiple,
    leadTimeDays: one.leadTimeDays,
    shipTo: one.shipTo,
  })
  const attributes = attributesJson === undefined ? '' : `,"attributes":${attributesJson}`
  return before.slice(0, -1) + attributes + behindAttributes(one)
}

/** Most records have none of these. */
function behindAttributes(one: ImportedProduct): string {
  const behind = JSON.stringify({
    imageUrls: one.imageUrls,
    classes: one.classes,
    releasedOn: one.releasedOn,
    discontinued: one.discontinued,
    successor: one.successor,
    perQuantity: one.perQuantity,
    contents: one.contents,
  })
  return behind === '{}' ? '}' : `,${behind.slice(1)}`
}
