import type { Actor } from '#kernel/actor'
import type { ExternalOffer } from '#modules/products'
import { type Conn, sql } from '#platform/db'
import type { CrawlDeps } from '../deps.ts'
import { companiesSeenBy } from '../sources/visible-to.ts'
import { type MatchedOffer, withMatches } from './list-matched-offers.ts'
import { fromOffers, type ListedRow, type Offer, offerColumns, toOffer } from './offer-store.ts'
import { matchedOffersOf } from './offers-of-product.ts'
import { viewOffer } from './schemas.ts'

/** An external offer, the known product that it is, and the company of its supplier. */
export type FoundOffer = {
  readonly offer: ExternalOffer
  readonly productId: string | undefined
  readonly supplierId: string | undefined
}

type Deps = Pick<CrawlDeps, 'database' | 'terms' | 'now' | 'products'>

/**
 * An external offer that the company of the actor sees: by its own id, or of a known product the most certain one, or the one that
 * is named. Throws for a product that the company does not see.
 */
export async function findOffer(
  deps: Deps,
  actor: Actor,
  id: string,
  offerId: string | undefined,
): Promise<FoundOffer | undefined> {
  if (id.startsWith('ext_')) {
    if (offerId !== undefined && offerId !== id) return undefined
    const offer = await findListedOffer(deps.database.pool, companiesSeenBy(actor), id)
    const [matched] = await withMatches(deps, actor, offer ? [offer] : [])
    return matched && foundOffer(matched, matched.matches[0]?.productId, deps.now())
  }
  const { product } = await deps.products.readProduct(actor, id)
  const offers = await matchedOffersOf(deps, actor, product)
  const chosen = offers.find((one) => offerId === undefined || one.id === offerId)
  return chosen && foundOffer(chosen, product.id, deps.now())
}

function foundOffer(offer: MatchedOffer, productId: string | undefined, now: Date): FoundOffer {
  return { offer: viewOffer(offer, now), productId, supplierId: offer.supplierId }
}

/** By `offers_by_own_id`. */
async function findListedOffer(
  conn: Conn,
  companyIds: readonly string[],
  id: string,
): Promise<Offer | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${offerColumns} ${fromOffers}
    where o.company_id = any(${[...companyIds]}) and o.id = ${id} and o.state = 'LISTED'
  `.execute(conn)
  return rows[0] && toOffer(rows[0])
}
