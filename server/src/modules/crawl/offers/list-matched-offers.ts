import type { Actor } from '#kernel/actor'
import type { CrawlDeps } from '../deps.ts'
import type { ProductMatch } from '../matching/match-products.ts'
import { matchProducts } from '../matching/match-store.ts'
import type { SourceKey } from '../sources/source.ts'
import { listOffers, type Offer, type OfferFilter } from './offer-store.ts'

/** An external offer, and the known products that are the same article. */
export type MatchedOffer = Offer & { readonly matches: readonly ProductMatch[] }

/** Lists offers of a source with their matches among the products that the company of the actor sees today. */
export async function listMatchedOffers(
  { database: { pool }, terms, now }: Pick<CrawlDeps, 'database' | 'terms' | 'now'>,
  { companyId }: Actor,
  source: SourceKey,
  filter: OfferFilter,
): Promise<MatchedOffer[]> {
  const offers = await listOffers(pool, source, filter)
  const { restrictions } = await terms.current(pool, companyId, now())
  const products = offers.map(({ product }) => product)
  const matches = await matchProducts(pool, restrictions, products)
  return offers.map((offer, at) => ({ ...offer, matches: matches[at] ?? [] }))
}
