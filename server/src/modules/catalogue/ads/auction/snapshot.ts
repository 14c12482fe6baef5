import { Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  type AuctionInput,
  type AuctionOutcome,
  auctionVersion,
  type Bidder,
  runAuction,
} from './auction.ts'

const Snapshot = Type.Object({
  version: Type.Literal(auctionVersion),
  currency: Type.String(),
  reserveMinor: Type.Integer(),
  slots: Type.Integer(),
  candidates: Type.Integer(),
  contenders: Type.Array(
    Type.Tuple([Type.String(), Type.String(), Type.String(), Type.Integer(), Type.Integer()]),
  ),
})

/** What decided an auction: its contenders with bids and qualities. Short, because every auction keeps one. */
export type AuctionSnapshot = Type.Static<typeof Snapshot>

export function snapshotOf(
  { reserveMinor, slots, bidders }: AuctionInput,
  { contenders }: AuctionOutcome,
  currency: string,
): AuctionSnapshot {
  return {
    version: auctionVersion,
    currency,
    reserveMinor,
    slots,
    candidates: bidders.length,
    contenders: contenders.map(({ campaignId, supplierId, productId, bidMinor, quality }) => [
      campaignId,
      supplierId,
      productId,
      bidMinor,
      quality,
    ]),
  }
}

/** Computes the winners and prices again. Throws if the snapshot was made by other rules. */
export function replay(
  snapshot: unknown,
): AuctionOutcome & Pick<AuctionSnapshot, 'currency' | 'candidates'> {
  if (!Value.Check(Snapshot, snapshot)) throw new Error('This auction followed other rules.')
  const { reserveMinor, slots, contenders, currency, candidates } = snapshot
  const bidders: Bidder[] = contenders.map(
    ([campaignId, supplierId, productId, bidMinor, quality]) => ({
      campaignId,
      supplierId,
      productId,
      bidMinor,
      quality,
    }),
  )
  return { ...runAuction({ reserveMinor, slots, bidders }), currency, candidates }
}
