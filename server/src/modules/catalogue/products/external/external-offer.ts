import { type Static, Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'

const Instant = Type.String({ format: 'date-time' })

export const ExternalOfferState = Type.Enum(['LISTED', 'VANISHED'], {
  description: '`VANISHED`: two complete runs have not found it any more.',
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
    by: Type.Enum(['gtin', 'part'], {
      description:
        '`gtin`: by a GTIN. `part`: by the brand with the part number of its manufacturer.',
    }),
    confidence: Type.Number({ description: 'How certain it is, from 0 to 1.' }),
  },
)

const TierView = record(
  'ExternalPriceTier',
  'A lower price of an external offer, from a quantity on.',
  { minQuantity: quantitySchema(), amount: Type.String() },
)

export const ExternalOfferView = record(
  'ExternalOffer',
  'A product that a source outside the catalogue offers. Nobody here has confirmed it, so it cannot be ordered. Request an offer with `POST /api/v1/products/{id}/offer-requests`.',
  {
    id: Type.String(),
    external: Type.Literal(true),
    source: Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'Where it was found.' },
    ),
    state: ExternalOfferState,
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
        taxIncluded: Type.Union([Type.Boolean(), Type.Null()], {
          description:
            'Null: the source does not say. Such a price is not compared with others. Prices of the catalogue are without tax.',
        }),
        tiers: Type.Optional(
          Type.Array(TierView, {
            description: 'Lower amounts from a quantity on, smallest quantity first.',
          }),
        ),
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
    ageSeconds: Type.Integer({
      description: 'How long ago it was last seen, when this answer was made.',
    }),
  },
)

/** A product that a source outside the catalogue offers, as it is shown. */
export type ExternalOffer = Static<typeof ExternalOfferView>

export const externalOfferExample: ExternalOffer = {
  id: 'ext_01m7xb82dw3khw78phh28dvacd',
  external: true,
  source: { id: 'csrc_01m7xb82dw3khw78phh28dvacd', name: 'Kabelwerk' },
  state: 'LISTED',
  name: 'Patch cable Cat6 2 m blue',
  brand: 'Kabelwerk',
  mpn: 'KW-C6-2B',
  gtins: ['4006381333931'],
  price: {
    amount: '4.90',
    currency: 'EUR',
    perQuantity: 1,
    taxIncluded: false,
    tiers: [{ minQuantity: 50, amount: '4.40' }],
  },
  images: [],
  attributes: [],
  sources: { name: { kind: 'json-ld', confidence: 0.95 } },
  matches: [{ productId: 'prd_01m7xb82dw3khw78phh28dvacd', by: 'gtin', confidence: 0.98 }],
  url: 'https://shop.example.com/p/kw-c6-2b',
  pageUrl: 'https://shop.example.com/p/kw-c6-2b',
  firstSeenAt: '2026-04-13T09:00:00.000Z',
  lastSeenAt: '2026-04-13T09:00:00.000Z',
  changedAt: '2026-04-13T09:00:00.000Z',
  ageSeconds: 3_600,
}
