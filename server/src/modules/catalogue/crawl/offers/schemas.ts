import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { ExternalOffer } from '#modules/products'
import type { FoundPrice } from '../extract/index.ts'
import type { MatchedOffer } from './list-matched-offers.ts'
import type { Review } from './vanish-store.ts'

const Instant = Type.String({ format: 'date-time' })

/** Shows an offer with its provenance and its age. */
export function viewOffer(offer: MatchedOffer, now: Date): ExternalOffer {
  const { product, id, source, state, pageUrl, lastSeenAt } = offer
  const { availability, category, price, gtins, images, attributes, sources, ...fields } = product
  return {
    id,
    external: true,
    source: { ...source },
    state,
    ...fields,
    gtins: [...gtins],
    ...(price && { price: viewPrice(price) }),
    ...(availability !== undefined && { availability: String(availability) }),
    ...(category && { category: [...category] }),
    images: [...images],
    attributes: attributes.map((attribute) => ({ ...attribute })),
    sources: sources as ExternalOffer['sources'],
    matches: offer.matches.map((match) => ({ ...match })),
    pageUrl,
    firstSeenAt: offer.firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    changedAt: offer.changedAt.toISOString(),
    ageSeconds: Math.max(0, Math.floor((now.getTime() - lastSeenAt.getTime()) / 1_000)),
  }
}

function viewPrice({ tiers, ...price }: FoundPrice): NonNullable<ExternalOffer['price']> {
  return {
    ...price,
    taxIncluded: price.taxIncluded ?? null,
    ...(tiers && { tiers: tiers.map((tier) => ({ ...tier })) }),
  }
}

export const ReviewStateName = Type.Enum(['OPEN', 'ACCEPTED', 'DISMISSED'])

export const ReviewParams = Type.Object({ reviewId: Type.String({ maxLength: 100 }) })

export const DecideReviewBody = record(
  'DecideHeldOffers',
  'What becomes of the offers.',
  {
    decision: Type.Enum(['ACCEPTED', 'DISMISSED'], {
      description:
        '`ACCEPTED`: the missing offers vanish. `DISMISSED`: they stay, and further runs decide.',
    }),
  },
  { examples: [{ decision: 'DISMISSED' }] },
)

export const ReviewView = record(
  'HeldOffers',
  'So many offers of a source would vanish at once that an operator decides.',
  {
    id: Type.String(),
    companyId: Type.String({ description: 'The company of the source.' }),
    sourceId: Type.String(),
    sourceName: Type.String(),
    crawlId: Type.String({ description: 'The run that missed them last.' }),
    state: ReviewStateName,
    missing: Type.Integer({ description: 'Offers that two complete runs have missed.' }),
    listed: Type.Integer({ description: 'All offers of the source.' }),
    createdAt: Instant,
    decidedBy: Type.Union([Type.String(), Type.Null()]),
    decidedAt: Type.Union([Instant, Type.Null()]),
  },
)

export const reviewExample = {
  id: 'crv_01m7xb82dw3khw78phh28dvacd',
  companyId: 'co_00000000000000000000000001',
  sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd',
  sourceName: 'Kabelwerk shop',
  crawlId: 'crl_01m7xb82dw3khw78phh28dvacd',
  state: 'OPEN' as const,
  missing: 412,
  listed: 1_000,
  createdAt: '2026-04-13T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
}

export function viewReview(review: Review): Static<typeof ReviewView> {
  const { id, companyId, sourceId, sourceName, runId, state, missing, listed } = review
  return {
    id,
    companyId,
    sourceId,
    sourceName,
    crawlId: runId,
    state,
    missing,
    listed,
    createdAt: review.createdAt.toISOString(),
    decidedBy: review.decidedBy ?? null,
    decidedAt: review.decidedAt?.toISOString() ?? null,
  }
}
