/** The rules by which a snapshot is replayed. A change of the rules raises it. */
export const auctionVersion = 1

/** A quality of one. Qualities are whole millionths, so that a replay computes with the same numbers. */
export const qualityUnit = 1_000_000

export type Bidder = {
  readonly campaignId: string
  readonly supplierId: string
  readonly productId: string
  /** In the smallest unit of the currency. */
  readonly bidMinor: number
  /** In millionths, from 50,000 to 1,000,000. */
  readonly quality: number
}

export type AuctionInput = {
  readonly reserveMinor: number
  readonly slots: number
  readonly bidders: readonly Bidder[]
}

export type Winner = Bidder & { readonly slot: number; readonly priceMinor: number }

export type AuctionOutcome = {
  readonly winners: readonly Winner[]
  /** The winners and the next bidder: all that a replay needs. */
  readonly contenders: readonly Bidder[]
}

/**
 * A generalised second-price auction with quality. The score of a bidder is its bid times its quality. A winner pays what it needs
 * to stay before the next score, at least the reserve and at most its bid. A supplier has one place at most, so it never bids
 * against itself. The order of `bidders` does not matter.
 */
export function runAuction({ reserveMinor, slots, bidders }: AuctionInput): AuctionOutcome {
  const best = new Map<string, Scored>()
  for (const bidder of bidders) {
    if (bidder.bidMinor < reserveMinor) continue
    const scored = { bidder, score: bidder.bidMinor * bidder.quality }
    const known = best.get(bidder.supplierId)
    if (!known || byScore(scored, known) < 0) best.set(bidder.supplierId, scored)
  }
  const ordered = [...best.values()].sort(byScore).slice(0, slots + 1)
  const winners = ordered.slice(0, slots).map(({ bidder }, slot) => ({
    ...bidder,
    slot,
    priceMinor: priceOf(bidder, ordered[slot + 1]?.score, reserveMinor),
  }))
  return { winners, contenders: ordered.map(({ bidder }) => bidder) }
}

type Scored = { readonly bidder: Bidder; readonly score: number }

/** The last winner has no next score and pays the reserve. */
function priceOf(
  { bidMinor, quality }: Bidder,
  nextScore: number | undefined,
  reserveMinor: number,
): number {
  if (nextScore === undefined) return reserveMinor
  return Math.max(reserveMinor, Math.min(bidMinor, Math.floor(nextScore / quality) + 1))
}

/** Equal scores are ordered by a hash, so that no supplier gains by the spelling of an id. */
function byScore(one: Scored, other: Scored): number {
  if (one.score !== other.score) return other.score - one.score
  const [first, second] = [keyOf(one.bidder), keyOf(other.bidder)]
  return hashOf(first) - hashOf(second) || (first < second ? -1 : first > second ? 1 : 0)
}

const keyOf = ({ campaignId, productId }: Bidder) => `${campaignId} ${productId}`

/** FNV-1a with 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
