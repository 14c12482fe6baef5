import type { Conn } from '#platform/db'
import type { Terms } from '../agreements/terms.ts'
import { readOffers } from './offer-store.ts'

/** What an order keeps of a product that replaces another one. */
export type Substitute = {
  readonly productId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly brand: string
}

export type SubstituteRequest = {
  readonly productId: string
  readonly substituteProductId: string
  /** The country to which it goes, ISO 3166-1 alpha-2. */
  readonly country: string
}

/**
 * The substitute, if the company may buy it today in the place of the product: on sale from the same supplier, delivered to the
 * country, sold in the same unit and taxed in the same way.
 */
export async function findSubstitute(
  conn: Conn,
  terms: Terms,
  { productId, substituteProductId, country }: SubstituteRequest,
): Promise<Substitute | undefined> {
  const { offers } = await readOffers(conn, terms, [productId, substituteProductId])
  const before = offers.get(productId)
  const after = offers.get(substituteProductId)
  if (!before || !after || before === after || after.state !== 'ACTIVE') return undefined
  const isAlike =
    after.supplierCompanyId === before.supplierCompanyId &&
    after.pricing.unit === before.pricing.unit &&
    after.taxClass === before.taxClass
  if (!isAlike || !after.shipTo.includes(country)) return undefined
  const { sku, mpn, name, brand } = after
  return { productId: after.id, sku, mpn, name, brand }
}
