import { type Static, Type } from 'typebox'
import { lineTotal } from '#kernel/money'
import { record } from '#kernel/record'
import type { RateTable } from '#modules/fx'
import {
  BrandView,
  type Offer,
  prices,
  pricingIn,
  quantitySold,
  unitPriceAt,
  viewBrand,
  viewPrices,
} from '#modules/products'
import { LinePriceView, MoneyView, viewMoney, viewUnitPrice } from '#platform/http'
import type { Candidate, MatchedLine } from './match-lines.ts'
import { lineMax, orderLinesMax, partNumberMax, quantityMax } from './order-lines.ts'

/** A thousand lines of the longest kind. */
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
              'Of the manufacturer or the supplier, or a GTIN; separators do not matter.',
          }),
          quantity: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: quantityMax,
              description: 'Unless given, one.',
            }),
          ),
        }),
        { minItems: 1, maxItems: orderLinesMax },
      ),
    ),
    text: Type.Optional(
      Type.String({
        maxLength: pastedMax,
        description:
          'Pasted: in each line a part number and, after a tab, semicolon, comma or space, a quantity. Also read are `3x NUMBER`, `NUMBER x 3`, `NUMBER: 3`, `NUMBER 3 pcs`, columns in quotes, and further columns beside the two. Instead of `lines`.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          "Prices are told in it, with the supplier's own beside them. Unless given, that of your company, where there is a rate.",
      }),
    ),
    country: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'Where it is to go: each product says whether it `ships` there.',
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

const MatchedProduct = record(
  'MatchedProduct',
  'A product that a part number matches, with its price at the quantity.',
  {
    id: Type.String(),
    sku: Type.String({ description: "The supplier's number." }),
    mpn: Type.String({ description: "The manufacturer's part number or name." }),
    name: Type.String(),
    brand: BrandView,
    supplier: Type.Object({ id: Type.String(), name: Type.String() }),
    price: Type.Object({
      ...prices,
      atQuantity: Type.Object(
        { unitPrice: MoneyView, total: MoneyView },
        { description: 'What the quantity of the line costs: one unit, and all of them.' },
      ),
      supplier: Type.Optional(
        Type.Object(prices, {
          description: 'As the supplier states them, if they are converted.',
        }),
      ),
      unit: LinePriceView.unit,
      moq: Type.Integer({ description: 'The smallest quantity that is sold.' }),
      multiple: Type.Integer({ description: 'Quantities are multiples of this.' }),
    }),
    availability: Type.Object({
      status: Type.Enum(['in_stock', 'low_stock', 'out_of_stock', 'discontinued']),
      available: Type.Integer(),
      leadTimeDays: Type.Integer(),
    }),
    quantitySold: Type.Optional(
      Type.Integer({
        description:
          'Where the quantity of the line is below `moq` or no multiple of `multiple`: the smallest greater one that is sold. Left out where the line can be ordered as it is.',
      }),
    ),
    ships: Type.Optional(
      Type.Boolean({ description: 'Whether it is sent to `country`, where one was given.' }),
    ),
  },
)

const MatchCandidate = record(
  'MatchCandidate',
  'A product that may be the one meant, with its part number.',
  {
    ...MatchedProduct.properties,
    partNumber: Type.String({ description: 'As the line is read then.' }),
    quantity: Type.Integer({ description: 'As the line is read then; `price` is told at it.' }),
  },
)

export const MatchedLineView = record(
  'MatchedLine',
  'A line of the request, and the products that match it.',
  {
    line: Type.Integer({ description: 'From one. In a text, empty lines count.' }),
    partNumber: Type.String({ description: 'As the line is read.' }),
    quantity: Type.Integer({
      description:
        'As the line is read. Of an invalid line what was typed, where that is a whole number, else 1.',
    }),
    status: Type.Enum(['matched', 'ambiguous', 'unknown', 'invalid']),
    match: Type.Optional(
      Type.Object({
        kind: Type.Enum(['mpn', 'sku', 'gtin']),
        as: Type.Enum(['typed', 'variant', 'replaced'], {
          description:
            '`variant`: with other zeros in front, or with a digit for the letter typed. `replaced`: the number is of an article that is not sold any more, and that the product has taken the place of.',
        }),
      }),
    ),
    product: Type.Optional(MatchedProduct),
    candidates: Type.Optional(
      Type.Array(MatchCandidate, {
        description:
          'Up to five that may be meant: they share the number, or the line can be read in several ways, `RBC2 5` as five of RBC2 or as one of RBC25. Each with the number and the quantity that it is read with. One alone where the line says of another product an impossible quantity.',
      }),
    ),
    nearest: Type.Optional(MatchedProduct),
    problem: Type.Optional(
      Type.Enum(['line_too_long', 'part_number_missing', 'quantity_invalid'], {
        description: `A line of a text has up to ${lineMax} characters, a part number up to ${partNumberMax}, a quantity is a whole number from 1 to 1,000,000.`,
      }),
    ),
    typed: Type.Optional(
      Type.String({ description: 'Of an invalid line: what stood there, up to 200 characters.' }),
    ),
  },
)

/** In which currency prices are told, and where the goods are to go. */
export type Told = {
  readonly table: RateTable | undefined
  readonly country: string | undefined
}

export function viewMatchedLine(
  line: number,
  matched: MatchedLine,
  told: Told,
): Static<typeof MatchedLineView> {
  const { partNumber, quantity } = matched
  const said = { line, partNumber, quantity, status: matched.status }
  const view = (offer: Offer) => viewOffer(offer, quantity, told)
  const viewCandidate = (one: Candidate) => ({
    ...viewOffer(one.product, one.quantity, told),
    partNumber: one.partNumber,
    quantity: one.quantity,
  })
  switch (matched.status) {
    case 'matched':
      return { ...said, match: matched.match, product: view(matched.product) }
    case 'ambiguous':
      return { ...said, candidates: matched.candidates.map(viewCandidate) }
    case 'unknown':
      return matched.nearest ? { ...said, nearest: view(matched.nearest) } : said
    case 'invalid':
      return { ...said, problem: matched.problem, typed: matched.typed }
  }
}

function viewOffer(
  offer: Offer,
  quantity: number,
  { table, country }: Told,
): Static<typeof MatchedProduct> {
  const { id, sku, mpn, name, brand, supplier, pricing, availability, shipTo } = offer
  const { unit, moq, multiple } = pricing
  const from = pricing.list.currency
  const conversion = from === table?.to ? undefined : table?.conversionFrom(from)
  const shown = conversion ? pricingIn(pricing, conversion) : pricing
  const unitPrice = unitPriceAt(shown, quantity)
  const sold = quantitySold(pricing, quantity)
  return {
    id,
    sku,
    mpn,
    name,
    brand: viewBrand(brand),
    supplier,
    price: {
      ...viewPrices(shown),
      atQuantity: {
        unitPrice: viewUnitPrice(unitPrice),
        total: viewMoney(lineTotal(unitPrice, quantity)),
      },
      ...(conversion ? { supplier: viewPrices(pricing) } : {}),
      unit,
      moq,
      multiple,
    },
    availability,
    ...(sold === quantity ? {} : { quantitySold: sold }),
    ...(country === undefined ? {} : { ships: shipTo.includes(country) }),
  }
}
