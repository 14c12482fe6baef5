import { type Static, Type } from 'typebox'
import { lineTotal } from '#kernel/money'
import { numberOf, type Quantity, quantitySchema, stockMax } from '#kernel/quantity'
import { record } from '#kernel/record'
import { ConversionView, type RateTable, viewConversion } from '#modules/fx'
import {
  availabilityStatuses,
  BrandView,
  type Offer,
  orderQuantities,
  prices,
  pricingIn,
  quantitySold,
  unitPriceAt,
  viewAvailability,
  viewBrand,
  viewOrderQuantities,
  viewPrices,
} from '#modules/products'
import { LinePriceView, MoneyView, viewMoney, viewUnitPrice } from '#platform/http'
import type { Candidate, MatchedLine } from './match-lines.ts'
import { lineMax, orderLinesMax, partNumberMax } from './order-lines.ts'

/** A thousand lines of the maximum length. */
const pastedMax = 210_000

export const MatchBody = record(
  'MatchLines',
  'The part numbers to find in the catalogue, as lines or as pasted text.',
  {
    lines: Type.Optional(
      Type.Array(
        record('LineToMatch', 'A part number, and how many of it.', {
          partNumber: Type.String({
            minLength: 1,
            maxLength: partNumberMax,
            description:
              'A part number of the manufacturer or the supplier, or a GTIN. Separators do not matter.',
          }),
          quantity: Type.Optional(quantitySchema({ description: 'The quantity. Default: 1.' })),
        }),
        { minItems: 1, maxItems: orderLinesMax },
      ),
    ),
    text: Type.Optional(
      Type.String({
        maxLength: pastedMax,
        description:
          'A pasted text, instead of `lines`. Each line has a part number and, after a tab, semicolon, comma or space, a quantity. The service also reads `3x NUMBER`, `NUMBER x 3`, `NUMBER: 3`, `NUMBER 3 pcs`, columns in quotes, and further columns beside the two.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'The currency of the prices. The prices of the supplier stand beside them. Default: the currency of your company, if there is a rate.',
      }),
    ),
    country: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The country of delivery. Each product then has `ships`.',
      }),
    ),
  },
  {
    examples: [
      { lines: [{ partNumber: 'TL-SG1008', quantity: 3 }, { partNumber: '006R90321' }] },
      { text: 'TL-SG1008\t3\n006R90321;1', currency: 'EUR', country: 'DE' },
    ],
  },
)

const exampleProduct = {
  id: 'prd_00yf8a3q00w2k7m4c9x1t6z5hd',
  sku: '2125510',
  mpn: 'TL-SG1008',
  language: 'en',
  name: 'TP-LINK TL-SG1008 Unmanaged Gigabit Ethernet (10/100/1000) Black',
  brand: 'TP-LINK',
  supplier: { id: 'co_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Nordlicht Office Supply' },
  price: {
    list: { amount: '84.90', currency: 'EUR' },
    unitPrice: { amount: '84.90', currency: 'EUR' },
    perQuantity: 1,
    tiers: [
      {
        minQuantity: 10,
        unitPrice: { amount: '81.504', currency: 'EUR' },
        basisPrice: { amount: '81.504', currency: 'EUR' },
      },
    ],
    atQuantity: {
      unitPrice: { amount: '84.90', currency: 'EUR' },
      total: { amount: '254.70', currency: 'EUR' },
    },
    unit: 'C62',
    moq: 1,
    multiple: 1,
  },
  availability: { status: 'in_stock', available: 412, leadTimeDays: 2 },
}

export const matchExample = [
  {
    line: 1,
    partNumber: 'tl sg1008',
    quantity: 3,
    status: 'matched',
    match: { kind: 'mpn', as: 'typed' },
    product: exampleProduct,
  },
  { line: 2, partNumber: 'TL-SG10O9', quantity: 1, status: 'unknown', nearest: exampleProduct },
  {
    line: 3,
    partNumber: 'TL-SG1008',
    quantity: 0,
    status: 'invalid',
    problem: 'quantity_invalid',
    typed: 'TL-SG1008;0',
  },
]

export const MatchedProduct = record(
  'MatchedProduct',
  'A product that a part number matches, with its price at the quantity.',
  {
    id: Type.String(),
    sku: Type.String({ description: 'The article number of the supplier.' }),
    mpn: Type.String({ description: 'The part number or name of the manufacturer.' }),
    language: Type.String({ description: 'The language of the name, as two letters (ISO 639-1).' }),
    name: Type.String(),
    brand: BrandView,
    supplier: Type.Object({ id: Type.String(), name: Type.String() }),
    price: Type.Object({
      ...prices,
      atQuantity: Type.Object(
        { unitPrice: MoneyView, total: MoneyView },
        { description: 'The price at the quantity of the line: of one unit, and of all.' },
      ),
      supplier: Type.Optional(
        Type.Object(prices, {
          description: 'The prices of the supplier in their own currency, if they are converted.',
        }),
      ),
      conversion: Type.Optional(ConversionView),
      unit: LinePriceView.unit,
      ...orderQuantities,
    }),
    availability: Type.Object({
      status: Type.Enum([...availabilityStatuses]),
      available: quantitySchema({ minimum: 0, maximum: stockMax }),
      leadTimeDays: Type.Integer(),
    }),
    quantitySold: Type.Optional(
      quantitySchema({
        description:
          'The next larger quantity that you can order, if the quantity of the line is below `moq` or not a multiple of `multiple`. Absent if the line can be ordered as it is.',
      }),
    ),
    ships: Type.Optional(
      Type.Boolean({
        description:
          'True: the supplier ships the product to `country`. Present if you sent a country.',
      }),
    ),
  },
)

const MatchCandidate = record(
  'MatchCandidate',
  'A product that may be the one meant, with its part number.',
  {
    ...MatchedProduct.properties,
    partNumber: Type.String({
      description: 'The part number that this reading of the line contains.',
    }),
    quantity: quantitySchema({
      description: 'The quantity that this reading of the line contains. `price` is for it.',
    }),
  },
)

export const MatchedLineView = record(
  'MatchedLine',
  'A line of the request, and the products that match it.',
  {
    line: Type.Integer({
      description: 'The number of the line, from 1. Empty lines of a text count.',
    }),
    partNumber: Type.String({ description: 'The part number that the service read in the line.' }),
    quantity: quantitySchema({
      minimum: 0,
      maximum: 999_999_999,
      description:
        'The quantity that the service read in the line. For an invalid line it is the quantity that was typed, if that is a whole number, else 1.',
    }),
    status: Type.Enum(['matched', 'ambiguous', 'unknown', 'invalid']),
    match: Type.Optional(
      Type.Object({
        kind: Type.Enum(['mpn', 'sku', 'gtin']),
        as: Type.Enum(['typed', 'variant', 'replaced'], {
          description:
            '`variant`: the number has other leading zeros, or a digit in place of a typed letter. `replaced`: the number belongs to an article that is no longer sold, and this product replaces it.',
        }),
      }),
    ),
    product: Type.Optional(MatchedProduct),
    candidates: Type.Optional(
      Type.Array(MatchCandidate, {
        description:
          'Up to five possible products, each with its part number and quantity. They share the number, or the line has several readings: `RBC2 5` can be five of RBC2 or one of RBC25. There is one alone if the line gives another product an impossible quantity.',
      }),
    ),
    nearest: Type.Optional(MatchedProduct),
    problem: Type.Optional(
      Type.Enum(
        ['line_too_long', 'part_number_missing', 'quantity_invalid', 'quantity_not_whole'],
        {
          description: `A line of a text has up to ${lineMax} characters and a part number up to ${partNumberMax}. In a text a quantity is a number up to 1,000,000, such as 3, 2.5 or 2,5. Three digits after the point or the comma may be thousands, so that \`1,000\` is invalid. \`quantity_not_whole\`: the unit of the product is counted.`,
        },
      ),
    ),
    typed: Type.Optional(
      Type.String({ description: 'The text of an invalid line, up to 200 characters.' }),
    ),
  },
)

/** The rates into the buyer's currency, and the country of delivery. */
export type Destination = {
  readonly table: RateTable | undefined
  readonly country: string | undefined
}

export function viewMatchedLine(
  line: number,
  matched: MatchedLine,
  destination: Destination,
): Static<typeof MatchedLineView> {
  const { partNumber, quantity } = matched
  const shared = { line, partNumber, quantity: numberOf(quantity), status: matched.status }
  const view = (offer: Offer) => viewOffer(offer, quantity, destination)
  const viewCandidate = (one: Candidate) => ({
    ...viewOffer(one.product, one.quantity, destination),
    partNumber: one.partNumber,
    quantity: numberOf(one.quantity),
  })
  switch (matched.status) {
    case 'matched':
      return { ...shared, match: matched.match, product: view(matched.product) }
    case 'ambiguous':
      return { ...shared, candidates: matched.candidates.map(viewCandidate) }
    case 'unknown':
      return matched.nearest ? { ...shared, nearest: view(matched.nearest) } : shared
    case 'invalid':
      return { ...shared, problem: matched.problem, typed: matched.typed }
  }
}

/** The prices are those at the quantity. */
export function viewOffer(
  offer: Offer,
  quantity: Quantity,
  { table, country }: Destination,
): Static<typeof MatchedProduct> {
  const { id, sku, mpn, language, name, brand, supplier, pricing, availability, shipTo } = offer
  const { unit } = pricing
  const from = pricing.list.currency
  const conversion = from === table?.to ? undefined : table?.conversionFrom(from)
  const shown = conversion ? pricingIn(pricing, conversion) : pricing
  const unitPrice = unitPriceAt(shown, quantity)
  const sold = quantitySold(pricing, quantity)
  return {
    id,
    sku,
    mpn,
    language,
    name,
    brand: viewBrand(brand),
    supplier,
    price: {
      ...viewPrices(shown),
      atQuantity: {
        unitPrice: viewUnitPrice(unitPrice),
        total: viewMoney(lineTotal(unitPrice, quantity)),
      },
      ...(conversion ? { supplier: viewPrices(pricing), ...viewConversion(conversion) } : {}),
      unit,
      ...viewOrderQuantities(pricing),
    },
    availability: viewAvailability(availability),
    ...(sold === quantity ? {} : { quantitySold: numberOf(sold) }),
    ...(country === undefined ? {} : { ships: shipTo.includes(country) }),
  }
}
