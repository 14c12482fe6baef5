import type { Actor } from '#kernel/actor'
import { type ExternalOffer, identifiersOf, type Product } from '#modules/products'
import { type Conn, sql } from '#platform/db'
import type { CrawlDeps } from '../deps.ts'
import { matchesOf } from '../matching/match-products.ts'
import { companiesSeenBy } from '../sources/visible-to.ts'
import type { MatchedOffer } from './list-matched-offers.ts'
import { partOf } from './offer.ts'
import { fromOffers, type ListedRow, type Offer, offerColumns, toOffer } from './offer-store.ts'
import { viewOffer } from './schemas.ts'

type Article = Pick<Product, 'id' | 'brand' | 'mpn' | 'gtins'>

/** A product shows no more of them. */
const offersMax = 20
const candidatesMax = 200

/** The external offers that are the same article as a known product, as they are shown. */
export async function offersOfProduct(
  deps: Pick<CrawlDeps, 'database' | 'now'>,
  actor: Actor,
  product: Article,
): Promise<ExternalOffer[]> {
  const offers = await matchedOffersOf(deps, actor, product)
  return offers.map((offer) => viewOffer(offer, deps.now()))
}

/**
 * The external offers that are the same article as a known product, the most certain and the newest first: those of the company's
 * own sources, and of operators.
 */
export async function matchedOffersOf(
  { database }: Pick<CrawlDeps, 'database'>,
  actor: Actor,
  product: Article,
): Promise<MatchedOffer[]> {
  const { id: productId, brand, mpn, gtins } = product
  const numbers = identifiersOf({ mpn, sku: '', gtins })
  const candidates = numbers.flatMap(({ kind, value }) =>
    kind === 'sku' ? [] : [{ productId, kind, value, brand, gtins: gtinsOf(numbers) }],
  )
  const offers = await listCandidates(database.pool, companiesSeenBy(actor), product)
  return offers
    .map((offer) => ({ ...offer, matches: matchesOf(offer.product, candidates) }))
    .filter(({ matches }) => matches.length > 0)
    .sort(
      (one, other) =>
        (other.matches[0]?.confidence ?? 0) - (one.matches[0]?.confidence ?? 0) ||
        other.lastSeenAt.getTime() - one.lastSeenAt.getTime(),
    )
    .slice(0, offersMax)
}

const gtinsOf = (numbers: ReturnType<typeof identifiersOf>): string[] =>
  numbers.flatMap(({ kind, value }) => (kind === 'gtin' ? value : []))

/** By `offers_by_gtin` and `offers_by_part_number`. */
async function listCandidates(
  conn: Conn,
  companyIds: readonly string[],
  { mpn, gtins }: Article,
): Promise<Offer[]> {
  const number = partOf({ brand: '-a', mpn })?.split('|')[1] ?? null
  const { rows } = await sql<ListedRow>`
    select ${offerColumns} ${fromOffers}
    where o.company_id = any(${[...companyIds]}) and o.state = 'LISTED'
      and (o.gtins && ${gtins.flatMap(formsOf)}::text[] or split_part(o.part, '|', 2) = ${number} and o.part is not null)
    order by o.last_seen_at desc limit ${candidatesMax}
  `.execute(conn)
  return rows.map(toOffer)
}

/** The lengths in which pages write the same number. */
function formsOf(gtin: string): string[] {
  const digits = gtin.replace(/^0+/, '')
  return [...new Set([8, 12, 13, 14].map((length) => digits.padStart(length, '0')))]
}
