import { Type } from 'typebox'
import { defineFailures, type Failure } from '#kernel/failure'
import { numberOf, quantitySchema } from '#kernel/quantity'
import {
  allocationProblem,
  LineAddressId,
  requestedReferences,
  viewDistinction,
} from '#modules/orders/line-references'
import type { CartLine } from './cart.ts'

export const fail = defineFailures('cart', {
  active_not_deletable: {
    status: 409,
    message: 'The active cart cannot be deleted. Make another cart active first.',
    details: { cartId: Type.String() },
  },
  active_not_handed_over: {
    status: 409,
    message: 'The active cart cannot be handed over. Make another cart active first.',
    details: { cartId: Type.String() },
  },
  allocations_invalid: {
    status: 422,
    message:
      'The allocations do not divide the line; details.reason says why. Send one of percent, quantity and amount in each, above zero. Together they are exactly 100 percent, the quantity of the line, or its price after the discount and before tax.',
    details: { ...allocationProblem },
  },
  certification_closed: {
    status: 409,
    message: 'This certification has ended. Start another one to try again.',
    details: {
      certificationId: Type.String(),
      state: Type.Enum(['FAILED', 'PASSED', 'OPEN']),
      failure: Type.Optional(
        Type.Union([
          Type.Enum([
            'OVERWROTE',
            'STALE_RETRY',
            'GAVE_UP',
            'VERSION_MISSING',
            'DEADLINE_PASSED',
            'ABANDONED',
            'TOO_MANY_REQUESTS',
          ]),
          Type.Record(Type.String(), Type.Unknown()),
        ]),
      ),
    },
  },
  certification_limit_reached: {
    status: 429,
    message: 'Too many certifications were started today. Try again later.',
    retryAfterSeconds: 3_600,
  },
  certification_needs_client: {
    status: 422,
    message: 'Only API keys and partner apps can be certified. Call this route with one of them.',
  },
  certification_not_found: {
    status: 404,
    message: 'There is no such certification. Start another one.',
    details: { certificationId: Type.String() },
  },
  certification_open: {
    status: 409,
    message: 'This client already has an open certification. Finish or abandon it first.',
    details: { certificationId: Type.Optional(Type.String()) },
  },
  country_unknown: {
    status: 400,
    message: 'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
    details: { country: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  empty: { status: 422, message: 'The cart is empty. Add a product first.' },
  expected_version_ambiguous: {
    status: 400,
    message: 'The request contains two different expected versions. Send only one.',
    details: { body: Type.Integer(), query: Type.Integer() },
  },
  expected_version_required: {
    status: 400,
    message:
      'The request does not say which version of the cart you expect to change. Read the cart, and send its version.',
    details: { field: Type.String() },
  },
  item_exists: {
    status: 409,
    message: 'The product is already in the cart. Change the quantity of its line instead.',
    details: {
      item: Type.Object({
        id: Type.String(),
        itemVersion: Type.Integer(),
        productId: Type.String(),
        quantity: quantitySchema(),
        allocations: requestedReferences.allocations,
        requestedDate: requestedReferences.requestedDate,
        addressId: LineAddressId,
      }),
    },
  },
  items_refused: {
    status: 422,
    message:
      'Some of these products cannot be added, so none was added. Correct the lines in details.lines.',
    details: {
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          quantity: quantitySchema(),
          allocations: requestedReferences.allocations,
          requestedDate: requestedReferences.requestedDate,
          addressId: LineAddressId,
          code: Type.String(),
          message: Type.String(),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    },
  },
  item_not_found: {
    status: 404,
    message: 'There is no such line in the cart. Read the cart again.',
    details: { itemId: Type.Optional(Type.String()) },
  },
  lines_limit_reached: {
    status: 422,
    message: 'A cart can have at most 500 lines. Remove a line, or check out first.',
  },
  price_changed: {
    status: 409,
    message:
      'The price has changed since the buyer accepted it; details.current is the new price. Show it and ask again.',
    details: {
      current: Type.Optional(Type.Object({ amount: Type.String(), currency: Type.String() })),
      itemId: Type.String(),
      accepted: Type.Object({ amount: Type.String(), currency: Type.String() }),
    },
  },
  limit_reached: {
    status: 422,
    message: 'One person can have at most 50 carts. Delete one that you no longer need.',
    details: { limit: Type.Integer() },
  },
  not_found: {
    status: 404,
    message: 'There is no such cart among yours. Take the id from your list of carts.',
    details: { cartId: Type.String() },
  },
  not_owner: {
    status: 403,
    message:
      'A colleague shares this cart with you. Only its owner names, activates, orders, hands over, shares and deletes it. Ask the owner.',
    details: { cartId: Type.String() },
  },
  nothing_to_change: {
    status: 400,
    message: 'The request changes nothing. Send the currency, the country, or both.',
  },
  locked_by_checkout: {
    status: 409,
    message: 'The cart is locked during its checkout. Wait until the checkout ends, or cancel it.',
    details: {
      checkoutId: Type.String(),
      state: Type.Enum(['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING']),
    },
  },
  practice_off_task: {
    status: 409,
    message:
      'The practice cart accepts only the change of the current step. Read the certification, and make that change.',
    details: { certificationId: Type.String(), step: Type.Integer() },
  },
  product_discontinued: {
    status: 422,
    message: 'The product is no longer for sale. Choose another one.',
    details: { productId: Type.String() },
  },
  product_not_found: {
    status: 404,
    message: 'There is no such product for your company. Take the id from a search.',
    details: { productId: Type.String() },
  },
  read_only: {
    status: 403,
    message:
      'A colleague shares this cart with you to read it. Ask its owner for the right EDIT, and change its lines then.',
    details: { cartId: Type.String() },
  },
  receiver_limit_reached: {
    status: 422,
    message: 'The other person has 50 carts already. Ask the person to delete one, and try again.',
    details: { limit: Type.Integer() },
  },
  receiver_may_not_order: {
    status: 422,
    message:
      'The role of this person allows neither orders nor requisitions. Choose a buyer or a requester.',
    details: { userId: Type.String() },
  },
  receiver_not_found: {
    status: 404,
    message: 'Your company has no such other member. Take the id from the members of your company.',
    details: { userId: Type.String() },
  },
  requested_date_past: {
    status: 422,
    message: 'The requested date is in the past. Choose today or a later day.',
    details: { requestedDate: Type.String(), today: Type.String() },
  },
  shares_limit_reached: {
    status: 422,
    message: 'The cart is shared with 50 people already. End a share, and try again.',
    details: { limit: Type.Integer() },
  },
  version_conflict: {
    status: 409,
    message: 'The cart has changed since you read it. Read it again and repeat your change.',
    details: { expected: Type.Optional(Type.Integer()), current: Type.Integer() },
  },
})

export function itemExists(line: CartLine): Failure {
  const { id, itemVersion, productId } = line
  const quantity = numberOf(line.quantity)
  const distinction = viewDistinction(line)
  return fail('item_exists', { item: { id, itemVersion, productId, quantity, ...distinction } })
}
