import { type Static, Type } from 'typebox'
import { MoneyView, viewUnitPrice } from '#platform/http'
import type { MatchedLine } from './match-lines.ts'
import type { Offer } from './offer-store.ts'
import { orderLinesMax, partNumberMax, quantityMax } from './order-lines.ts'
import { BrandView, viewBrand } from './schemas.ts'

/** A thousand lines of the longest kind. */
const pastedMax = 210_000

export const MatchBody = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object({
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
          'Pasted: in each line a part number and, after a tab, semicolon, comma or space, a quantity. Instead of `lines`.',
      }),
    ),
  },
  {
    examples: [
      { lines: [{ partNumber: 'TL-SG1008', quantity: 3 }, { partNumber: '006R90321' }] },
      { text: 'TL-SG1008\t3\n006R90321;1' },
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
    tiers: [{ minQuantity: 10, unitPrice: { amount: '81.504', currency: 'EUR' } }],
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
]

const MatchedProduct = Type.Object(
  {
    id: Type.String(),
    sku: Type.String({ description: "The supplier's number." }),
    mpn: Type.String({ description: "The manufacturer's part number or name." }),
    name: Type.String(),
    brand: BrandView,
    supplier: Type.Object({ id: Type.String(), name: Type.String() }),
    price: Type.Object({
      list: MoneyView,
      tiers: Type.Array(
        Type.Object({
          minQuantity: Type.Integer({
            description: 'From here on the whole line costs this per piece.',
          }),
          unitPrice: MoneyView,
        }),
      ),
      unit: Type.String({ description: 'UN/ECE Recommendation 20.', examples: ['C62'] }),
      moq: Type.Integer({ description: 'The smallest quantity that is sold.' }),
      multiple: Type.Integer({ description: 'Quantities are multiples of this.' }),
    }),
    availability: Type.Object({
      status: Type.Enum(['in_stock', 'low_stock', 'out_of_stock', 'discontinued']),
      available: Type.Integer(),
      leadTimeDays: Type.Integer(),
    }),
  },
  { title: 'MatchedProduct' },
)

export const MatchedLineView = Type.Object(
  {
    line: Type.Integer({ description: 'From one. In a text, empty lines count.' }),
    partNumber: Type.String(),
    quantity: Type.Integer(),
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
      Type.Array(MatchedProduct, { description: 'Up to five that all have this number.' }),
    ),
    nearest: Type.Optional(MatchedProduct),
    problem: Type.Optional(
      Type.Enum(['line_too_long', 'part_number_missing', 'quantity_invalid'], {
        description: `A line of a text has up to 200 characters, a part number up to ${partNumberMax}, a quantity is a whole number from 1 to 1,000,000.`,
      }),
    ),
  },
  { title: 'MatchedLine' },
)

export function viewMatchedLine(
  line: number,
  matched: MatchedLine,
): Static<typeof MatchedLineView> {
  const { partNumber, quantity } = matched
  const said = { line, partNumber, quantity, status: matched.status }
  switch (matched.status) {
    case 'matched':
      return { ...said, match: matched.match, product: viewOffer(matched.product) }
    case 'ambiguous':
      return { ...said, candidates: matched.candidates.map(viewOffer) }
    case 'unknown':
      return matched.nearest ? { ...said, nearest: viewOffer(matched.nearest) } : said
    case 'invalid':
      return { ...said, problem: matched.problem }
  }
}

function viewOffer(offer: Offer): Static<typeof MatchedProduct> {
  const { id, sku, mpn, name, brand, supplier, pricing, availability } = offer
  const { list, tiers, unit, moq, multiple } = pricing
  return {
    id,
    sku,
    mpn,
    name,
    brand: viewBrand(brand),
    supplier,
    price: {
      list: viewUnitPrice(list),
      tiers: tiers.map(({ minQuantity, unitPrice }) => ({
        minQuantity,
        unitPrice: viewUnitPrice(unitPrice),
      })),
      unit,
      moq,
      multiple,
    },
    availability,
  }
}
