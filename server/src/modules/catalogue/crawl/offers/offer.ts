import { createHash } from 'node:crypto'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import type { FoundProduct } from '../extract/index.ts'

/** A product that a source offers, as it is written. */
export type FoundOffer = {
  readonly key: string
  readonly product: FoundProduct
  readonly part: string | undefined
  readonly contentHash: string
}

/**
 * What identifies a product in its source: its number there, its GTIN, its brand with part number, or its address. The first that it
 * has decides, so that a new name, price or address changes the same offer.
 */
export function offerOf(product: FoundProduct): FoundOffer {
  const { sku, gtins, url } = product
  const part = partOf(product)
  const key =
    sku !== undefined
      ? `sku:${sku}`
      : gtins[0] !== undefined
        ? `gtin:${[...gtins].sort()[0]}`
        : part !== undefined
          ? `part:${part}`
          : `url:${url}`
  return { key: shortKey(key), product, part, contentHash: hashOf(product) }
}

/** Offers of one page, each key once. */
export function offersOf(products: readonly FoundProduct[]): FoundOffer[] {
  return [...new Map(products.map((one) => [offerOf(one).key, offerOf(one)])).values()]
}

/** Brand and part number without spaces, punctuation and case. Undefined without both. */
export function partOf({ brand, mpn }: Pick<FoundProduct, 'brand' | 'mpn'>): string | undefined {
  const plain = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const [maker, number] = [plain(brand), plain(mpn)]
  return maker === '' || number === '' ? undefined : `${maker}|${number}`.slice(0, 400)
}

function shortKey(key: string): string {
  return key.length <= 200
    ? key
    : `${key.slice(0, 8)}#${createHash('sha256').update(key).digest('base64url')}`
}

function hashOf(product: FoundProduct): string {
  return createHash('sha256')
    .update(canonicalJson(product as unknown as Hashable))
    .digest('base64url')
    .slice(0, 22)
}
