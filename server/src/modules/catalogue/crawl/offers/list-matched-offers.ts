import type { Actor } from '#kernel/actor'
import { buyingUnitOf } from '#modules/structure'
import type { CrawlDeps } from '../deps.ts'
import type { ProductMatch } from '../matching/match-products.ts'
import { matchProducts } from '../matching/match-products.ts'
import type { SourceKey } from '../sources/source.ts'
import { listOffers, type Offer, type OfferFilter } from './offer-store.ts'

/** An external offer, and the known products that are the same article. */
export type MatchedOffer = Offer & { readonly matches: readonly ProductMatch[] }

type Deps = Pick<CrawlDeps, 'database' | 'terms' | 'now'>

/** Lists offers of a source with their matches among the products that the company of the actor sees today. */
export async function listMatchedOffers(
  deps: Deps,
  actor: Actor,
  source: SourceKey,
  filter: OfferFilter,
): Promise<MatchedOffer[]> {
  return withMatches(deps, actor, await listOffers(deps.database.pool, source, filter))
}

/** Adds the matches among the products that the actor sees today. */
export async function withMatches(
  { database: { pool }, terms, now }: Deps,
  actor: Actor,
  offers: readonly Offer[],
): Promise<MatchedOffer[]> {
  if (offers.length === 0) return []
  const { restrictions } = await terms.current(pool, await buyingUnitOf(pool, actor), now())
  const products = offers.map(({ product }) => product)
  const matches = await matchProducts(pool, restrictions, products)
  return offers.map((offer, at) => ({ ...offer, matches: matches[at] ?? [] }))
}
