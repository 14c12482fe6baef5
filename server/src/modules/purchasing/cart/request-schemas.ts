import { Type } from 'typebox'
import { countryForm, currencyForm } from '#kernel/code-forms'
import { oneLineWithText } from '#kernel/one-line'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import {
  Day,
  LineAddressId,
  RequestedAllocations,
  requestedReferences,
} from '#modules/orders/line-references'
import { UnitId } from '#modules/structure'
import { MoneyView } from '#platform/http'
import { cartNameMax } from './cart.ts'

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

/** The failures of every request that names the unit of a cart. */
export const unitFailures = ['structure.unit_unknown', 'structure.unit_not_allowed'] as const

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
  addressId: LineAddressId,
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
  'The new quantity of a line, its new allocations, requested date and address, or the price that the buyer accepts.',
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
    addressId: Type.Optional(
      Type.Union([ItemId, Type.Null()], {
        description:
          'The address of the address book to which the line goes. Null: that of the order. Absent: it stays.',
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
  'The name, the currency, the country or the unit of the cart that changes.',
  {
    name: Type.Optional(CartName),
    ...ChangeCartBody.properties,
    unitId: Type.Optional(
      Type.Union([UnitId, Type.Null()], {
        description:
          'A unit for which you can buy. It decides the prices, the assortment and whose order it becomes. Null: the one for which you buy otherwise.',
      }),
    ),
  },
  {
    examples: [
      { name: 'Workshop in Lyon', expectedSnapshotVersion: 5 },
      { unitId: 'unt_01m7xb82dw3khw78phh28dvacd', expectedSnapshotVersion: 6 },
    ],
  },
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
