import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { PageQuery } from '#platform/http'
import { matchKinds } from '../matching/match-products.ts'
import type { MatchedOffer } from './list-matched-offers.ts'
import type { Review } from './vanish-store.ts'

const Instant = Type.String({ format: 'date-time' })
const OfferState = Type.Enum(['LISTED', 'VANISHED'], {
  description: '`VANISHED`: two complete runs have not found it any more.',
})

export const OffersQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(OfferState),
})

const FieldSource = Type.Object({
  kind: Type.String({
    description: 'The notation: json-ld, microdata, merchant, csv, for example.',
  }),
  confidence: Type.Number({ description: 'How certain it is, from 0 to 1.' }),
})

const AttributeView = record(
  'ExternalOfferAttribute',
  'A property of an offer, as it is written.',
  {
    label: Type.String(),
    value: Type.String(),
    unit: Type.Optional(Type.String()),
  },
)

const MatchView = record(
  'ExternalOfferMatch',
  'A known product that is the same article as an offer.',
  {
    productId: Type.String(),
    by: Type.Enum([...matchKinds], {
      description:
        '`gtin`: by a GTIN. `part`: by the brand with the part number of its manufacturer.',
    }),
    confidence: Type.Number({ description: 'How certain it is, from 0 to 1.' }),
  },
)

export const OfferView = record(
  'ExternalOffer',
  'A product that a source outside the catalogue offers. Nobody here has confirmed it.',
  {
    id: Type.String(),
    sourceId: Type.String(),
    state: OfferState,
    name: Type.String(),
    description: Type.Optional(Type.String()),
    brand: Type.Optional(Type.String()),
    mpn: Type.Optional(Type.String()),
    sku: Type.Optional(Type.String()),
    gtins: Type.Array(Type.String()),
    price: Type.Optional(
      Type.Object({
        amount: Type.String(),
        currency: Type.String(),
        perQuantity: Type.Number({ description: 'The price is for so many units.' }),
        taxIncluded: Type.Optional(Type.Boolean()),
      }),
    ),
    unit: Type.Optional(Type.String()),
    availability: Type.Optional(Type.String()),
    category: Type.Optional(Type.Array(Type.String())),
    images: Type.Array(Type.String()),
    attributes: Type.Array(AttributeView),
    sources: Type.Record(Type.String(), FieldSource, {
      description: 'Where each field was read. A field that is missing was not shown.',
    }),
    matches: Type.Array(MatchView, {
      description:
        'Known products that are the same article and that your company sees, the most certain first. At most 20.',
    }),
    url: Type.String({ description: 'The page of the product.' }),
    pageUrl: Type.String({ description: 'The page or file that it was found on.' }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    changedAt: Instant,
  },
)

export const offerExample = {
  id: 'ext_01m7xb82dw3khw78phh28dvacd',
  sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd',
  state: 'LISTED' as const,
  name: 'Patch cable Cat6 2 m blue',
  brand: 'Kabelwerk',
  mpn: 'KW-C6-2B',
  gtins: ['4006381333931'],
  price: { amount: '4.90', currency: 'EUR', perQuantity: 1 },
  images: [],
  attributes: [],
  sources: { name: { kind: 'json-ld', confidence: 0.95 } },
  matches: [{ productId: 'prd_01m7xb82dw3khw78phh28dvacd', by: 'gtin' as const, confidence: 0.98 }],
  url: 'https://shop.example.com/p/kw-c6-2b',
  pageUrl: 'https://shop.example.com/p/kw-c6-2b',
  firstSeenAt: '2026-04-13T09:00:00.000Z',
  lastSeenAt: '2026-04-13T09:00:00.000Z',
  changedAt: '2026-04-13T09:00:00.000Z',
}

export function viewOffer(offer: MatchedOffer): Static<typeof OfferView> {
  const { product, id, sourceId, state, pageUrl } = offer
  const { availability, category, price, gtins, images, attributes, sources, ...fields } = product
  return {
    id,
    sourceId,
    state,
    ...fields,
    gtins: [...gtins],
    ...(price && { price }),
    ...(availability !== undefined && { availability: String(availability) }),
    ...(category && { category: [...category] }),
    images: [...images],
    attributes: attributes.map((attribute) => ({ ...attribute })),
    sources: sources as Static<typeof OfferView>['sources'],
    matches: offer.matches.map((match) => ({ ...match })),
    pageUrl,
    firstSeenAt: offer.firstSeenAt.toISOString(),
    lastSeenAt: offer.lastSeenAt.toISOString(),
    changedAt: offer.changedAt.toISOString(),
  }
}

const ReviewState = Type.Enum(['OPEN', 'ACCEPTED', 'DISMISSED'])

export const ReviewsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(ReviewState),
})

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
    crawlId: Type.String({ description: 'The run that missed them last.' }),
    state: ReviewState,
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
  crawlId: 'crl_01m7xb82dw3khw78phh28dvacd',
  state: 'OPEN' as const,
  missing: 412,
  listed: 1_000,
  createdAt: '2026-04-13T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
}

export function viewReview(review: Review): Static<typeof ReviewView> {
  const { id, companyId, sourceId, runId, state, missing, listed } = review
  return {
    id,
    companyId,
    sourceId,
    crawlId: runId,
    state,
    missing,
    listed,
    createdAt: review.createdAt.toISOString(),
    decidedBy: review.decidedBy ?? null,
    decidedAt: review.decidedAt?.toISOString() ?? null,
  }
}
