import { hash } from 'node:crypto'
import type { ImportedProduct } from './reading/imported-product.ts'

export type Digested = {
  /** Identifies the content of a record. */
  readonly digest: string
  /** The attributes as JSON. They are most of the record, so they are serialized once for the digest and the row. */
  readonly attributesJson: string | undefined
}

/**
 * Computes the digest of a record. It does not cover the stock, which changes by sales between two files and is
 * compared separately.
 */
export function digested(product: ImportedProduct): Digested {
  const { attributes } = product
  const attributesJson = attributes && JSON.stringify(attributes)
  const text = jsonOf(product, attributesJson)
  return { digest: hash('sha256', text, 'base64url').slice(0, 27), attributesJson }
}

/** Equals `JSON.stringify` of the record without its stock, so that digests of earlier releases remain valid. */
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

/** Most records have none of these fields. */
function behindAttributes(one: ImportedProduct): string {
  const behind = JSON.stringify({
    imageUrls: one.imageUrls,
    classes: one.classes,
    releasedOn: one.releasedOn,
    discontinued: one.discontinued,
    successor: one.successor,
    perQuantity: one.perQuantity,
    contents: one.contents,
    texts: one.texts,
    textsIn: one.textsIn,
  })
  return behind === '{}' ? '}' : `,${behind.slice(1)}`
}
