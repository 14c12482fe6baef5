import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { quantitySchema, stockMax } from '#kernel/quantity'
import { requirableFields } from '#modules/identity'
import { allocationProblem } from '#modules/orders/line-references'

/** Sums of lines, and stock: more than one line may order. */
const sums = { minimum: 0, maximum: stockMax }

export const fail = defineFailures('checkout', {
  attempt_not_found: {
    status: 404,
    message: 'There is no such checkout. Check the id, or start another checkout.',
    details: { checkoutId: Type.String() },
  },
  cancel_not_allowed: {
    status: 403,
    message:
      'Only the person who checked out and administrators can cancel this checkout. Ask one of them.',
    details: { checkoutId: Type.String() },
  },
  cart_has_problems: {
    status: 422,
    message:
      'Some lines cannot be ordered as they are. Fix the problems that details.problems lists, then retry.',
    details: {
      problems: Type.Array(
        Type.Object({
          code: Type.String(),
          productId: Type.Optional(
            Type.String({ description: 'Absent if the problem is about a supplier.' }),
          ),
          message: Type.String(),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    },
  },
  lines_or_cart: {
    status: 400,
    message:
      'The order needs either lines or a cart. Send lines with their currency and unit, or cart with the version that the buyer has seen and neither.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  postal_code_invalid: {
    status: 400,
    message:
      'The postal code does not fit its country. Check both: details.forms names the possible forms: 9 stands for a digit, A for a letter, X for either.',
    details: { field: Type.String(), country: Type.String(), forms: Type.Array(Type.String()) },
  },
  country_unknown: {
    status: 400,
    message:
      'The country of an address is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
    details: { field: Type.String(), country: Type.String() },
  },
  accepted_total_invalid: {
    status: 400,
    message:
      'acceptedTotal is not valid. Send a decimal amount in the currency of the cart or the order.',
    details: { currency: Type.String() },
  },
  amount_invalid: {
    status: 400,
    message:
      'The amount is not valid. Send a decimal amount above zero, in the currency of the request.',
  },
  delivery_ambiguous: {
    status: 400,
    message:
      'The delivery is missing, or is described twice. Send either shipTo with its shippingMethods and requestedDate, or deliveries that have their own.',
  },
  delivery_item_unknown: {
    status: 422,
    message: 'A delivery names a line that is not in the cart. Read the cart again and retry.',
    details: { cartItemId: Type.String() },
  },
  delivery_quantities_differ: {
    status: 422,
    message:
      'The deliveries do not add up to the cart. Correct the lines that details.lines names.',
    details: {
      lines: Type.Array(
        Type.Object({
          cartItemId: Type.Optional(Type.String()),
          inCart: quantitySchema(),
          inDeliveries: quantitySchema(sums),
        }),
      ),
    },
  },
  too_many_deliveries: {
    status: 422,
    message:
      'The lines go to more than 50 addresses. Give some lines the same address, or divide them among several orders.',
    details: { limit: Type.Integer(), deliveries: Type.Integer() },
  },
  po_number_required: {
    status: 422,
    message:
      'Orders of this company need a purchase order number. Send poNumber, or one in every line.',
  },
  cost_center_required: {
    status: 422,
    message:
      'Orders of this company need a cost centre. Send costCenter, or one in every delivery or line.',
  },
  references_required: {
    status: 422,
    message:
      'This order lacks what your company requires; details.missing names each field. Send each once for the order, or in every line (costCenter and requestedDate also in every delivery).',
    details: {
      missing: Type.Array(Type.Enum([...requirableFields])),
    },
  },
  allocations_invalid: {
    status: 422,
    message:
      'The allocations of some lines do not divide them; details.lines says why. Each allocation has one of percent, quantity and amount, above zero, and a divided line has no costCenter, glAccount or project of its own. Percentages add up to exactly 100: write three equal parts as 33.34, 33.33 and 33.33.',
    details: {
      lines: Type.Array(
        Type.Object({
          line: Type.Integer({ description: 'The number of the line in the request, from 1.' }),
          delivery: Type.Optional(Type.Integer()),
          ...allocationProblem,
        }),
      ),
    },
  },
  requested_date_past: {
    status: 422,
    message: 'The requested date is in the past. Choose today or a later day.',
    details: {
      delivery: Type.Integer(),
      line: Type.Optional(
        Type.Integer({
          description: 'The number of the line in its delivery, from 1, if the date is its own.',
        }),
      ),
      requestedDate: Type.String(),
      today: Type.String(),
    },
  },
  shipping_method_unavailable: {
    status: 422,
    message:
      'A shipping method is not available for these goods at their address; details.parcels lists the available methods. Choose one of them, or leave it out.',
    details: {
      parcels: Type.Array(
        Type.Object({
          supplierId: Type.String(),
          delivery: Type.Integer(),
          shippingMethodId: Type.Optional(Type.String()),
          offered: Type.Array(Type.String()),
        }),
      ),
    },
  },
  shipping_method_repeated: {
    status: 400,
    message:
      'A supplier has two shipping methods for one delivery. Name one shipping method for each supplier and delivery.',
    details: { supplierId: Type.String() },
  },
  tax_not_determined: {
    status: 422,
    message:
      'The tax of the lines in details.lines is unknown, so they cannot be ordered. Ask the operators to set the tax rate.',
    details: {
      lines: Type.Array(
        Type.Object({ productId: Type.Optional(Type.String()), reason: Type.String() }),
      ),
    },
  },
  shipping_not_convertible: {
    status: 422,
    message:
      'The shipping cost is in another currency, and there is no exchange rate; details.parcels names the methods and the alternatives. Choose another method, order in its currency, or wait for rates.',
    details: {
      parcels: Type.Array(
        Type.Object({
          supplierId: Type.String(),
          delivery: Type.Integer(),
          shippingMethodId: Type.String(),
          from: Type.String(),
          to: Type.String(),
          offered: Type.Array(Type.String()),
        }),
      ),
    },
  },
  discount_not_convertible: {
    status: 422,
    message:
      'A contract may give a discount in another currency, but there is no exchange rate; details.contracts names it. Order in the currency of the contract, or wait for rates.',
    details: {
      contracts: Type.Array(
        Type.Object({
          supplierId: Type.String(),
          reference: Type.String(),
          from: Type.String(),
          to: Type.String(),
        }),
      ),
    },
  },
  total_changed: {
    status: 409,
    message:
      'The total differs from the total that the buyer accepted. Show the new total and ask again.',
    details: {
      accepted: Type.Object({ amount: Type.String(), currency: Type.String() }),
      current: Type.Object({ amount: Type.String(), currency: Type.String() }),
    },
  },
  price_changed: {
    status: 409,
    message:
      'Some prices differ from the expected prices. Accept the prices in details.lines, or leave expectedUnitPrice out.',
    details: {
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          expected: Type.Object({ amount: Type.String(), currency: Type.String() }),
          current: Type.Object({ amount: Type.String(), currency: Type.String() }),
        }),
      ),
    },
  },
  product_repeated: {
    status: 400,
    message:
      'Two lines name the same product, allocations and requested date. Send one line with the sum of their quantities.',
    details: { productId: Type.String() },
  },
  expected_price_invalid: {
    status: 400,
    message: 'expectedUnitPrice is not valid. Send a decimal amount in the currency of the order.',
    details: { currency: Type.String() },
  },
  requisition_required: {
    status: 403,
    message:
      'A requester does not order. Submit a requisition: create it from your cart with POST /api/v1/requisitions and fromCart, submit it with POST /api/v1/requisitions/{requisitionId}/submit, and a buyer orders it.',
  },
  handoff_not_allowed: {
    status: 403,
    message:
      'Your role or this app may prepare purchases, but may not pay for them. Ask a buyer to place the order, or give the app the scope payments:write.',
  },
  stock_short: {
    status: 409,
    message: 'Some lines exceed the available stock. Lower their quantities and retry.',
    details: {
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          requested: quantitySchema(sums),
          available: quantitySchema(sums),
        }),
      ),
    },
  },
  backorder_needs_terms: {
    status: 422,
    message:
      'Some lines wait for stock, and the authorisation of a card ends before they ship. Pay by invoice, or order only what is in stock.',
    details: { productIds: Type.Array(Type.String()) },
  },
  backorder_refused: {
    status: 409,
    message:
      'Some lines wait for stock, and their suppliers no longer take so much. Cancel the checkout, lower their quantities to what details.lines names at most, and retry.',
    details: {
      lines: Type.Array(
        Type.Object({
          productId: Type.String(),
          requested: quantitySchema(sums),
          left: quantitySchema(sums),
        }),
      ),
    },
  },
  reservation_expired: {
    status: 409,
    message: 'The reservation has expired. Start the checkout again.',
    details: {
      checkoutId: Type.String(),
      state: Type.Enum([
        'FAILED',
        'COMPLETED',
        'CANCELLED',
        'EXPIRED',
        'RESERVED',
        'PAYMENT_INITIATED_CART_RECONCILING',
      ]),
    },
  },
  return_url_invalid: {
    status: 400,
    message:
      'returnUrl is not valid. Send a complete http or https address, such as https://shop.example.com/thanks.',
  },
  payment_already_initiated: {
    status: 409,
    message: 'The payment of this checkout has already begun. Read the checkout to continue.',
    details: {
      checkoutId: Type.String(),
      state: Type.Enum([
        'FAILED',
        'COMPLETED',
        'CANCELLED',
        'EXPIRED',
        'RESERVED',
        'PAYMENT_INITIATED_CART_RECONCILING',
      ]),
    },
  },
  payment_changed: {
    status: 503,
    message: 'The payment is changing at the moment. Read the checkout again shortly.',
    retryAfterSeconds: 2,
    details: { paymentId: Type.String() },
  },
  refund_not_found: {
    status: 404,
    message: 'This payment has no refund for a missing order. Read the list again.',
    details: { paymentId: Type.String() },
  },
  refund_not_refused: {
    status: 409,
    message:
      'The payment provider has not refused this refund, so nobody needs to decide. Wait until it completes.',
    details: { state: Type.Enum(['WAITING', 'SETTLED']) },
  },
  refund_held_up: {
    status: 409,
    message:
      'Another refund of this payment is still running and may use the rest of the money. Try again when it has ended.',
    details: { paymentId: Type.String() },
  },
  payment_not_begun: {
    status: 409,
    message:
      'The buyer has not begun to pay, so there is nothing to continue. Cancel the checkout, or wait until its reservation ends.',
    details: { checkoutId: Type.String() },
  },
  attempt_over: {
    status: 409,
    message: 'The checkout has ended and can no longer be changed. Start another one.',
    details: {
      checkoutId: Type.String(),
      state: Type.Enum([
        'FAILED',
        'COMPLETED',
        'EXPIRED',
        'RESERVED',
        'PAYMENT_INITIATED_CART_RECONCILING',
        'CANCELLED',
      ]),
    },
  },
})
