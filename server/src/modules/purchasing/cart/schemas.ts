import { type Static, Type } from 'typebox'
import { numberOf, quantityMax, quantitySchema, stockMax, sumOfQuantities } from '#kernel/quantity'
import { record } from '#kernel/record'
import { ConversionView, viewConversion } from '#modules/fx'
import { viewDistinction } from '#modules/orders/line-references'
import { ShippingOptionView, viewShippingOption } from '#modules/shipping'
import { TakenOffView, TaxBreakdownView, viewBreakdown, viewTakenOff } from '#modules/totals'
import { LinePriceView, MoneyView, viewBasisPrice, viewMoney, viewUnitPrice } from '#platform/http'
import { cartMode, linesMax } from './cart.ts'
import { problemCodes } from './problems.ts'
import type { QuotedCart, QuotedLine } from './quoted-cart.ts'
import { distinction, Version } from './request-schemas.ts'

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
    unitId: Type.Optional(
      Type.String({
        description:
          'The unit that the owner chose for the cart. Absent: the one for which the owner buys otherwise.',
      }),
    ),
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
    ...(cart.unitId !== undefined && { unitId: cart.unitId }),
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

/** What a supplier sends to several addresses has the methods of the first parcel. */
function viewShipping({ parcels }: QuotedCart['totals']) {
  const first = [...Map.groupBy(parcels, (parcel) => parcel.supplierCompanyId).values()]
  return first
    .flatMap(([parcel]) => parcel ?? [])
    .flatMap(({ supplierCompanyId, options, chosen }) =>
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
