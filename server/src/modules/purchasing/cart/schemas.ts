import { type Static, Type } from 'typebox'
import { countryForm, currencyForm } from '#kernel/code-forms'
import { oneLineWithText } from '#kernel/one-line'
import { numberOf, quantityMax, quantitySchema, stockMax, sumOfQuantities } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { ConversionView, viewConversion } from '#modules/fx'
import {
  Day,
  RequestedAllocations,
  requestedReferences,
  viewDistinction,
} from '#modules/orders/line-references'
import { ShippingOptionView, viewShippingOption } from '#modules/shipping'
import { TakenOffView, TaxBreakdownView, viewBreakdown, viewTakenOff } from '#modules/totals'
import { LinePriceView, MoneyView, viewBasisPrice, viewMoney, viewUnitPrice } from '#platform/http'
import { cartMode, cartNameMax, linesMax } from './cart.ts'
import { problemCodes } from './problems.ts'
import type { QuotedCart, QuotedLine } from './quoted-cart.ts'

/** Refuses a text or a fraction, and a number that a JavaScript client could not send back unchanged. */
export const Version = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The version from the cart that you read. Compare it for equality only.',
})

/** The failures of every change that names a version. */
export const versionFailures = [
  'cart.expected_version_required',
  'cart.version_conflict',
  'cart.locked_by_checkout',
] as const

/** The failures of every request that names a practice cart. */
export const practiceFailures = [
  'cart.certification_not_found',
  'cart.certification_closed',
] as const

const ItemId = Type.String({ minLength: 1, maxLength: 64 })

export const CartParams = Type.Object({ cartId: ItemId })
export const ItemParams = Type.Object({ itemId: ItemId })

export const CartName = Type.String({
  minLength: 1,
  maxLength: cartNameMax,
  pattern: oneLineWithText,
})

export const PracticeHeaders = Type.Object({
  'x-practice-cart': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'The id of an open certification. The request then uses its practice cart instead of the real one.',
    }),
  ),
})

/** What tells the lines of one product apart. */
export const distinction = {
  allocations: requestedReferences.allocations,
  requestedDate: requestedReferences.requestedDate,
}

export const AddItemBody = record(
  'AddCartItem',
  'The product to add to the cart, and how many of it.',
  {
    productId: Type.String({ minLength: 1, maxLength: 64 }),
    quantity: quantitySchema(),
    ...distinction,
  },
  {
    examples: [
      { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 4 },
      {
        productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        quantity: 4,
        allocations: [
          { costCenter: '4711', percent: '60' },
          { costCenter: '4712', percent: '40' },
        ],
        requestedDate: '2026-12-01',
      },
    ],
  },
)

export const ChangeQuantityBody = record(
  'ChangeCartItem',
  'The new quantity of a line, its new allocations and requested date, or the price that the buyer accepts.',
  {
    quantity: quantitySchema(),
    expectedItemVersion: Type.Optional(Version),
    allocations: Type.Optional(
      Type.Union([RequestedAllocations, Type.Null()], {
        description: 'The new allocations of the line. Null: none. Absent: they stay.',
      }),
    ),
    requestedDate: Type.Optional(
      Type.Union([Day, Type.Null()], {
        description:
          'The day on which the goods of the line should arrive. Null: none. Absent: it stays.',
      }),
    ),
    acceptedUnitPrice: Type.Optional(
      withDescription(
        MoneyView,
        'The buyer agrees to this price of one unit at this quantity, the `unitPrice` of the cart: the problem `cart.price_changed` of the line ends. Another price today is a 409 that says which.',
      ),
    ),
  },
  {
    examples: [
      { quantity: 6, expectedItemVersion: 1 },
      {
        quantity: 4,
        expectedItemVersion: 2,
        acceptedUnitPrice: { amount: '2.50', currency: 'EUR' },
      },
    ],
  },
)

export const ChangeCartBody = record(
  'ChangeCart',
  'The currency or the country of the cart that changes.',
  {
    currency: Type.Optional(Type.String({ pattern: currencyForm, maxLength: 3 })),
    country: Type.Optional(Type.String({ pattern: countryForm, maxLength: 2 })),
    expectedSnapshotVersion: Type.Optional(Version),
  },
  { examples: [{ currency: 'USD', expectedSnapshotVersion: 5 }] },
)

export const ChangeOneCartBody = record(
  'ChangeOneCart',
  'The name, the currency or the country of the cart that changes.',
  { name: Type.Optional(CartName), ...ChangeCartBody.properties },
  { examples: [{ name: 'Workshop in Lyon', expectedSnapshotVersion: 5 }] },
)

export const ItemVersionQuery = Type.Object({ expectedItemVersion: Type.Optional(Version) })
export const SnapshotVersionQuery = Type.Object({ expectedSnapshotVersion: Type.Optional(Version) })

const ExpectedItemVersion = record(
  'ExpectedItemVersion',
  'The version of the line that was read.',
  ItemVersionQuery.properties,
)
const ExpectedSnapshotVersion = record(
  'ExpectedSnapshotVersion',
  'The version of the cart that was read.',
  SnapshotVersionQuery.properties,
)

/** A DELETE may come without a body. */
export const ItemVersionBody = Type.Optional(
  Type.Union([ExpectedItemVersion, Type.Null()], { examples: [{ expectedItemVersion: 2 }] }),
)
export const SnapshotVersionBody = Type.Optional(
  Type.Union([ExpectedSnapshotVersion, Type.Null()], {
    examples: [{ expectedSnapshotVersion: 5 }],
  }),
)

const ProductView = record('CartProduct', 'The product of a cart line.', {
  id: Type.String(),
  sku: Type.String(),
  mpn: Type.String(),
  language: Type.Optional(
    Type.String({
      description:
        'The language of the name, as two letters (ISO 639-1): that of the request if the product has it.',
    }),
  ),
  name: Type.String(),
  brand: Type.String(),
  supplier: Type.Object({ id: Type.String(), name: Type.String() }),
})

const ItemView = record('CartItem', 'A line of the cart with its price and availability.', {
  id: Type.String(),
  itemVersion: Version,
  product: ProductView,
  quantity: quantitySchema(),
  ...distinction,
  unitPrice: Type.Union([MoneyView, Type.Null()], {
    description:
      'The price of one unit at this quantity, today. Null if there is no rate for the currency of the cart, or if the product is no longer sold.',
  }),
  basisPrice: Type.Union([MoneyView, Type.Null()], {
    description:
      'The price of `perQuantity` units. The line total is quantity × basisPrice ÷ perQuantity, rounded once.',
  }),
  conversion: Type.Optional(ConversionView),
  perQuantity: Type.Union([LinePriceView.perQuantity, Type.Null()]),
  unit: Type.Union([LinePriceView.unit, Type.Null()]),
  lineTotal: Type.Union([MoneyView, Type.Null()]),
  availability: Type.Object({
    status: Type.String({
      examples: ['in_stock', 'low_stock', 'backorder', 'out_of_stock', 'discontinued'],
    }),
    available: quantitySchema({ minimum: 0, maximum: stockMax }),
    checkedAt: Type.String({ format: 'date-time' }),
    leadTimeDays: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

const ProblemView = record(
  'CartProblem',
  'A problem that stops the checkout of the cart, and the line that it concerns.',
  {
    code: Type.Enum(problemCodes),
    itemId: Type.Optional(Type.String()),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
)

export const CartView = record(
  'Cart',
  'The cart of a person, with prices and stock as they are now. A cart reserves nothing.',
  {
    id: Type.String(),
    mode: Type.Literal(cartMode, {
      description: 'Each read of the cart checks prices and stock. Only a checkout reserves them.',
    }),
    snapshotVersion: Version,
    currency: Type.String(),
    country: Type.String(),
    items: Type.Array(ItemView),
    totals: Type.Object(
      {
        subtotal: MoneyView,
        goods: MoneyView,
        discount: MoneyView,
        discounts: Type.Optional(TakenOffView),
        shipping: MoneyView,
        tax: Type.Union([MoneyView, Type.Null()]),
        total: Type.Union([MoneyView, Type.Null()], {
          description:
            'goods - discount + shipping + tax. Null, like the tax, while the price or the tax of a line is unknown.',
        }),
        taxBreakdown: TaxBreakdownView,
        currency: Type.String(),
        lineCount: Type.Integer(),
        pieceCount: quantitySchema({
          minimum: 0,
          maximum: linesMax * numberOf(quantityMax),
          description: 'The sum of the quantities.',
        }),
      },
      {
        description:
          'The totals of all lines that have a price, for delivery to the country of the cart. A checkout computes them for its own address.',
      },
    ),
    shippingOptions: Type.Array(
      record('CartShipping', 'The shipping methods of one supplier, and which one is selected.', {
        supplierId: Type.String(),
        selected: Type.Union([Type.String(), Type.Null()], {
          description:
            'The method that `totals` includes, and that a checkout uses if it names none.',
        }),
        options: Type.Array(ShippingOptionView),
      }),
      {
        description:
          'One entry for each supplier. A supplier is missing if its prices include shipping.',
      },
    ),
    belowMinimum: Type.Optional(
      Type.Array(
        record('CartBelowMinimum', 'A supplier whose goods in the cart are below its minimum.', {
          supplierId: Type.String(),
          minimum: MoneyView,
          goods: MoneyView,
          missing: MoneyView,
          fee: Type.Optional(
            Type.Union([MoneyView], {
              description:
                'What the order costs below the minimum, before tax. Absent: the supplier refuses it.',
            }),
          ),
        }),
        { description: 'Absent if the goods of each supplier reach its minimum.' },
      ),
    ),
    problems: Type.Array(ProblemView),
    lock: Type.Union([
      Type.Null(),
      Type.Object({
        checkoutId: Type.String(),
        state: Type.Union([
          Type.Literal('RESERVED'),
          Type.Literal('PAYMENT_INITIATED_CART_RECONCILING'),
        ]),
      }),
    ]),
  },
)

export function viewCart({
  cart,
  lines,
  totals,
  problems,
  checkedAt,
}: QuotedCart): Static<typeof CartView> {
  return {
    id: cart.id,
    mode: cartMode,
    snapshotVersion: cart.snapshotVersion,
    currency: cart.currency,
    country: cart.country,
    items: lines.map((line) => viewItem(line, checkedAt)),
    totals: {
      ...viewTotals(
        totals,
        lines.every(({ unitPrice }) => unitPrice),
      ),
      currency: cart.currency,
      lineCount: lines.length,
      pieceCount: numberOf(sumOfQuantities(lines.map(({ quantity }) => quantity))),
    },
    shippingOptions: viewShipping(totals),
    ...viewBelowMinimum(totals),
    problems: problems.map((problem) => ({ ...problem })),
    lock: cart.lock ?? null,
  }
}

function viewShipping({ parcels }: QuotedCart['totals']) {
  return parcels.flatMap(({ supplierCompanyId, options, chosen }) =>
    options
      ? {
          supplierId: supplierCompanyId,
          selected: chosen?.id ?? null,
          options: options.map(viewShippingOption),
        }
      : [],
  )
}

function viewBelowMinimum({ belowMinimum }: QuotedCart['totals']) {
  const known = belowMinimum.flatMap((below) => ('minimum' in below ? [below] : []))
  if (known.length === 0) return {}
  return {
    belowMinimum: known.map(({ supplierCompanyId, minimum, goods, missing, fee }) => ({
      supplierId: supplierCompanyId,
      minimum: viewMoney(minimum),
      goods: viewMoney(goods),
      missing: viewMoney(missing),
      ...(fee && { fee: viewMoney(fee) }),
    })),
  }
}

/** A total of only some lines is nothing that anybody would pay. */
function viewTotals(totals: QuotedCart['totals'], isPriced: boolean) {
  const { goods, discount, discounts, shipping, tax, total, breakdown } = totals
  return {
    subtotal: viewMoney(goods),
    goods: viewMoney(goods),
    discount: viewMoney(discount),
    ...(discounts ? { discounts: viewTakenOff(discounts) } : {}),
    shipping: viewMoney(shipping),
    tax: isPriced && tax ? viewMoney(tax) : null,
    total: isPriced && total ? viewMoney(total) : null,
    taxBreakdown: viewBreakdown(breakdown),
  }
}

function viewItem(line: QuotedLine, checkedAt: Date): Static<typeof ItemView> {
  const { availability, product } = line
  return {
    id: line.id,
    itemVersion: line.itemVersion,
    product,
    quantity: numberOf(line.quantity),
    ...viewDistinction(line),
    unitPrice: line.unitPrice ? viewUnitPrice(line.unitPrice) : null,
    basisPrice: line.unitPrice ? viewBasisPrice(line.unitPrice) : null,
    ...viewConversion(line.conversion),
    perQuantity: line.unitPrice?.perQuantity ?? null,
    unit: line.unit ?? null,
    lineTotal: line.lineTotal ? viewMoney(line.lineTotal) : null,
    availability: {
      ...availability,
      available: numberOf(availability.available),
      checkedAt: checkedAt.toISOString(),
    },
  }
}
