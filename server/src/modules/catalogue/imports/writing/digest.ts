import { hash } from 'node:crypto'
import { quantitiesAsNumbers } from '#kernel/quantity'
import { allFields } from '#modules/products/fields'
import type { ImportedProduct } from '../reading/imported-product.ts'

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
export function digestRecord(product: ImportedProduct): Digested {
  const { attributes } = product
  const attributesJson = attributes && JSON.stringify(attributes)
  const text = jsonOf(product, attributesJson)
  return { digest: hash('sha256', text, 'base64url').slice(0, 27), attributesJson }
}

/** By their places in the digest. The language of the upload belongs to the record, and is no field of a product. */
const inOrder: readonly (keyof ImportedProduct)[] = [
  ...allFields.flatMap(({ key, digest }) => (digest === undefined ? [] : [{ key, digest }])),
  { key: 'textsIn' as const, digest: 25 },
]
  .sort((one, other) => one.digest - other.digest)
  .map(({ key }) => key)
const beforeAttributes = inOrder.slice(0, inOrder.indexOf('attributes'))
/** Most records have none of these fields. */
const behindAttributes = inOrder.slice(inOrder.indexOf('attributes') + 1)

/** Equals `JSON.stringify` of the record without its stock, so that digests of earlier releases remain valid. */
function jsonOf(one: ImportedProduct, attributesJson: string | undefined): string {
  const before = jsonOfFields(one, beforeAttributes)
  const attributes = attributesJson === undefined ? '' : `,"attributes":${attributesJson}`
  const behind = jsonOfFields(one, behindAttributes)
  return `${before.slice(0, -1)}${attributes}${behind === '{}' ? '}' : `,${behind.slice(1)}`}`
}

function jsonOfFields(one: ImportedProduct, keys: readonly (keyof ImportedProduct)[]): string {
  const values: Record<string, unknown> = {}
  for (const key of keys) values[key] = one[key]
  return JSON.stringify(values, quantitiesAsNumbers)
}
