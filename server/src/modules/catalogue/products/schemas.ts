import { type Static, Type } from 'typebox'
import { numberOf, quantitySchema, stockMax } from '#kernel/quantity'
import { record } from '#kernel/record'
import type { RateTable } from '#modules/fx'
import { fieldViews, viewFields } from './fields/views.ts'
import { PricingView, viewPricing } from './price-schemas.ts'
import {
  type Availability,
  availabilityStatuses,
  type LocatedStock,
  type Product,
} from './product.ts'

export const ProductQuery = Type.Object({
  currency: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'The currency of the prices. The prices of the supplier stand beside them. Default: the currency of your company, if there is a rate.',
      examples: ['USD'],
    }),
  ),
})

const { sku, mpn, gtins, language, name, brand, description, attributes, shipTo, ...others } =
  fieldViews

export const ProductView = record(
  'Product',
  'A product of the catalogue with its price and availability.',
  {
    id: Type.String(),
    sku,
    mpn,
    gtins,
    language,
    languages: Type.Optional(
      Type.Array(Type.String(), {
        description: 'All languages of the product, its own first. Present for a single product.',
      }),
    ),
    name,
    brand,
    supplier: Type.Object({ id: Type.String(), name: Type.String() }),
    category: Type.Object({ id: Type.String(), path: Type.Array(Type.String()) }),
    description,
    attributes,
    image: Type.Object(
      {
        url: Type.String({
          description:
            'A signed address that opens without a credential, for example in an `<img>`. It shows the picture in the size `card`. Add `&preset=thumb` or `&preset=detail` for another size.',
        }),
        placeholder: Type.Boolean({
          description: 'The product has no picture: the address shows a drawing.',
        }),
      },
      {
        description: 'The picture that the supplier uploaded, or the first one of its catalogue.',
      },
    ),
    price: PricingView,
    availability: Type.Object({
      status: Type.Enum([...availabilityStatuses], {
        description:
          '`backorder`: the stock does not cover the quantity, and the supplier takes the order all the same, on net terms.',
      }),
      available: quantitySchema({ minimum: 0, maximum: stockMax }),
      leadTimeDays: Type.Integer({
        description:
          'Days until dispatch. With the status `backorder`: the working days of the supplier until the goods arrive there.',
      }),
      locations: Type.Optional(
        Type.Array(
          record('ProductStockLocation', 'The stock of a product in one location.', {
            name: Type.String(),
            country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
            available: quantitySchema({ minimum: 0, maximum: stockMax }),
            leadTimeDays: Type.Integer(),
          }),
          {
            description:
              'The current stock by location. Present for a single product if its supplier keeps stock by location. It adds up to `available`.',
          },
        ),
      ),
    }),
    state: Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISCONTINUED')]),
    successor: Type.Optional(
      Type.Object(
        { id: Type.String(), sku: Type.String(), name: Type.String() },
        {
          description:
            'The product that replaces this one, for a single product that is not sold any more.',
        },
      ),
    ),
    shipTo,
    ...others,
    sample: Type.Boolean({
      description:
        'True: the product belongs to the sample catalogue. Its price, stock and conditions are invented.',
    }),
    version: Type.Integer(),
    match: Type.Optional(
      Type.Object({
        kind: Type.Union([Type.Literal('identifier'), Type.Literal('text'), Type.Literal('near')], {
          description:
            '`identifier`: part number or GTIN matches. `text`: the product has all the words. `near`: its number is similar, or it has only some of the words, or it only mentions them.',
        }),
        corrected: Type.Optional(
          Type.Boolean({ description: 'The product was found with the corrected query.' }),
        ),
      }),
    ),
  },
)

/** The exchange rates that were used in an answer. */
export const FxMeta = record(
  'SearchExchangeRates',
  'The exchange rates that converted the prices. Absent where nothing was converted.',
  {
    state: Type.Enum(['fresh', 'stale_grace']),
    asOf: Type.String({ format: 'date-time' }),
    stale: Type.Boolean({ description: 'True: newer rates are overdue.' }),
    rateSetId: Type.String(),
  },
)

export function viewFx({ state, asOf, rateSetId }: RateTable): Static<typeof FxMeta> {
  return { state, asOf: asOf.toISOString(), stale: state !== 'fresh', rateSetId }
}

/** Without the locations. */
export function viewAvailability({ status, available, leadTimeDays }: Availability) {
  return { status, available: numberOf(available), leadTimeDays }
}

const viewLocated = ({ available, ...place }: LocatedStock) => ({
  ...place,
  available: numberOf(available),
})

/** Shows the prices in the currency of the table, or in the supplier's currency if the table has no rate for it. */
export function viewProduct(product: Product, table?: RateTable): Static<typeof ProductView> {
  const { category, availability, languages } = product
  const { sku, mpn, gtins, language, name, brand, description, attributes, shipTo, ...others } =
    viewFields(product)
  return {
    id: product.id,
    sku,
    mpn,
    gtins,
    language,
    ...(languages && { languages: [...languages] }),
    name,
    brand,
    supplier: product.supplier,
    category: { id: category.id, path: [...category.path] },
    description,
    attributes,
    image: { url: product.image.url, placeholder: product.image.isPlaceholder },
    price: viewPricing(product.pricing, table),
    availability: {
      ...viewAvailability(availability),
      ...(availability.locations && { locations: availability.locations.map(viewLocated) }),
    },
    state: product.state,
    shipTo,
    ...others,
    sample: product.sample,
    version: product.version,
  }
}
