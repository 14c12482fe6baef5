import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { quantitySchema } from '#kernel/quantity'
import { changeRequestFailures } from './change-requests/change-request-failures.ts'

export const fail = defineFailures('orders', {
  order_not_found: {
    status: 404,
    message: 'There is no such order. Take the id from the list of orders.',
    details: { orderId: Type.String() },
  },
  not_the_supplier: {
    status: 403,
    message: 'Only a supplier of this order or an operator can do this. Ask one of them.',
  },
  not_the_buyer: {
    status: 403,
    message: 'Only the company that bought can do this. Ask one of its administrators.',
  },
  order_not_open: {
    status: 409,
    message: 'The state of the order does not allow this. Read the order to see its state.',
    details: {
      state: Type.Enum([
        'CANCELLED',
        'REJECTED',
        'PENDING_APPROVAL',
        'PLACED',
        'CONFIRMED',
        'PARTIALLY_SHIPPED',
        'SHIPPED',
        'DELIVERED',
        'CLOSED',
      ]),
    },
  },
  order_held: {
    status: 409,
    message:
      'The buyer holds this order, so it cannot be approved, confirmed or shipped. Wait until the buyer releases it.',
    details: { since: Type.String() },
  },
  automations_pending: {
    status: 409,
    retryAfterSeconds: 1,
    message:
      'Automations of the buyer may still hold this order. Confirm it again after the time in Retry-After, at most 5 seconds.',
  },
  supplier_closed: {
    status: 409,
    message:
      'A supplier of this order is disabled and would not ship. Reject the order and order elsewhere, or wait until the supplier is enabled again.',
    details: { supplierId: Type.String() },
  },
  order_not_held: {
    status: 409,
    message: 'The order is not held, so there is nothing to release. Read it to see its state.',
  },
  awaiting_approval: {
    status: 409,
    message:
      'An order that waits for approval can only be cancelled as a whole. Leave `lines` out.',
  },
  line_not_found: {
    status: 422,
    message:
      'The order has no such line, or the line belongs to another supplier. Take the line numbers from the order.',
    details: { lineNumber: Type.Integer() },
  },
  nothing_to_refund: {
    status: 409,
    message: 'The order has no payment, so nothing can be refunded. Check the id of the order.',
    details: { orderId: Type.String() },
  },
  line_repeated: {
    status: 400,
    message: 'A line is named more than once. Name each line once, with the sum of its quantities.',
    details: { lineNumber: Type.Optional(Type.Integer()) },
  },
  quantity_exceeds_open: {
    status: 409,
    message: 'Less of a line is still open. Use the quantities in details.lines at most.',
    details: {
      lines: Type.Array(
        Type.Object({
          lineNumber: Type.Integer(),
          requested: quantitySchema(),
          left: quantitySchema({ minimum: 0 }),
        }),
      ),
    },
  },
  waits_for_stock: {
    status: 409,
    message:
      'Some of the goods wait for stock and cannot be shipped yet. Use the quantities in details.lines at most, or count the stock that has arrived first.',
    details: {
      lines: Type.Array(
        Type.Object({
          lineNumber: Type.Integer(),
          requested: quantitySchema(),
          left: quantitySchema({ minimum: 0 }),
        }),
      ),
    },
  },
  quantity_not_whole: {
    status: 422,
    message: 'The unit of this line, details.unit, is counted. Send whole quantities of it.',
    details: { lineNumber: Type.Integer(), unit: Type.String() },
  },
  nothing_open: {
    status: 409,
    message: 'Nothing of the order is open any more. Request a return of what was shipped.',
    details: {
      state: Type.Optional(
        Type.Enum([
          'CANCELLED',
          'REJECTED',
          'PENDING_APPROVAL',
          'PLACED',
          'CONFIRMED',
          'PARTIALLY_SHIPPED',
          'SHIPPED',
          'DELIVERED',
          'CLOSED',
        ]),
      ),
    },
  },
  nothing_answered: {
    status: 409,
    message:
      'These lines are confirmed already, and no promised date is new. Send a new date, or reject the lines.',
  },
  price_not_changeable: {
    status: 422,
    message:
      'Something was taken off the price of this line, so it cannot change any more. Leave the price and the product of the line as they are. A supplier can grant a refund, or reject the line.',
    details: { lineNumber: Type.Integer() },
  },
  substitute_unfit: {
    status: 422,
    message:
      'The product cannot replace that of the line. It must be on sale to the buyer from the same supplier, with the same unit and tax class, and be delivered to the same country. Choose another product.',
    details: { lineNumber: Type.Integer(), productId: Type.String() },
  },
  price_invalid: {
    status: 422,
    message:
      'The price is not one of the order. Send the price of one unit in details.currency, not negative, with six decimals at most.',
    details: { lineNumber: Type.Integer(), currency: Type.String() },
  },
  nothing_reduced: {
    status: 422,
    message:
      'No quantity is lower than that of the order. Send the lower quantity that a line shall have, or 0 to remove it.',
  },
  reduced_to_nothing: {
    status: 422,
    message: 'Nothing would be left of the order. Reject the order instead.',
  },
  quantity_above_ordered: {
    status: 422,
    message:
      'A line cannot get more than was ordered. Send details.ordered at most, and place another order for the rest.',
    details: { lineNumber: Type.Integer(), ordered: quantitySchema() },
  },
  stock_short: {
    status: 409,
    message:
      'Neither the stock nor what the supplier takes beyond it has what the line shall get beyond its quantity. Lower the quantity: details.available is left.',
    details: {
      productId: Type.String(),
      requested: quantitySchema(),
      available: quantitySchema({ minimum: 0 }),
    },
  },
  currency_unknown: {
    status: 422,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  raise_needs_approval: {
    status: 409,
    message:
      'Others have to approve what the order would cost then. Ask an approver to accept what a supplier proposes, or order the difference separately, so that they can decide.',
  },
  raise_awaits_approval: {
    status: 409,
    message:
      'Another change of the order waits for approval or for its payment, and one waits at a time. Wait until the approvers decide, pay for that change, or take it back.',
  },
  order_without_payment: {
    status: 409,
    message:
      'The order cost nothing, so it has no payment that could rise. Order the difference separately.',
  },
  raise_not_covered: {
    status: 409,
    message:
      'The buyer cannot take more now, so nothing has changed. Ask the buyer to order the difference separately.',
  },
  quantity_below_shipped: {
    status: 422,
    message: 'More of the line has been shipped already. Send details.shipped at least.',
    details: { lineNumber: Type.Integer(), shipped: quantitySchema() },
  },
  proposal_not_found: {
    status: 404,
    message: 'The order has no such proposal. Take the id from the proposals of the order.',
    details: { proposalId: Type.String() },
  },
  proposal_already_decided: {
    status: 409,
    message:
      'This proposal is decided, or it has lapsed. Read the order to see what holds for its lines.',
    details: {
      proposalId: Type.String(),
      state: Type.Enum(['ACCEPTED', 'REFUSED', 'LAPSED']),
    },
  },
  line_not_proposed: {
    status: 422,
    message:
      'No change of this line waits in the proposal. Take the line numbers from its lines that are PROPOSED.',
    details: { proposalId: Type.String(), lineNumber: Type.Integer() },
  },
  ...changeRequestFailures,
  version_not_found: {
    status: 404,
    message: 'The order has no such version yet. Take details.newest at most.',
    details: { newest: Type.Integer() },
  },
  revision_not_found: {
    status: 404,
    message: 'The purchase order has no such revision yet. Take details.newest at most.',
    details: { newest: Type.Integer() },
  },
  promised_date_past: {
    status: 422,
    message: 'The promised date is past. Send today or a later day.',
    details: { lineNumber: Type.Integer(), today: Type.String() },
  },
  tracking_url_invalid: {
    status: 422,
    message: 'trackingUrl is not valid. Send an https address without a user name and a password.',
  },
  several_suppliers: {
    status: 422,
    message: 'These lines come from several suppliers. Send one request for each of them.',
    details: { suppliers: Type.Array(Type.String()) },
  },
  several_deliveries: {
    status: 422,
    message:
      'These lines go to several addresses. Send one request for each delivery in details.deliveries, with its lines.',
    details: {
      deliveries: Type.Array(
        Type.Object({ delivery: Type.Integer(), lineNumbers: Type.Array(Type.Integer()) }),
      ),
    },
  },
  shipment_not_found: {
    status: 404,
    message: 'The order has no such shipment. Take the id from the order.',
    details: { shipmentId: Type.String() },
  },
  shipment_already_delivered: {
    status: 409,
    message: 'This shipment is already recorded as delivered. Request a return instead.',
    details: { shipmentId: Type.String() },
  },
  noted_exceeds_shipped: {
    status: 422,
    message: 'More is noted as damaged or missing than was shipped. Correct the quantities.',
    details: { lineNumber: Type.Integer(), shipped: quantitySchema() },
  },
  quantity_exceeds_delivered: {
    status: 409,
    message:
      'Less was delivered, or a part is already being returned. Use the quantities in details.lines at most.',
    details: {
      lines: Type.Array(
        Type.Object({
          lineNumber: Type.Integer(),
          requested: quantitySchema(),
          left: quantitySchema({ minimum: 0 }),
        }),
      ),
    },
  },
  credit_not_found: {
    status: 404,
    message: 'The order has no such credit. Take the id from the order.',
    details: { creditId: Type.String() },
  },
  credit_not_refused: {
    status: 409,
    message:
      'The payment provider has not refused this credit, so nobody needs to decide. Read the order to see its state.',
    details: { state: Type.Enum(['WAITING', 'SETTLED']) },
  },
  credit_held_up: {
    status: 409,
    message:
      'Another refund of this payment is still running and may use the rest of the money. Try again when it has ended.',
    details: { creditId: Type.String() },
  },
  return_not_found: {
    status: 404,
    message: 'The order has no such return. Take the id from the order.',
    details: { returnId: Type.String() },
  },
  return_already_decided: {
    status: 409,
    message: 'This return was already accepted or refused. Request another return for the rest.',
    details: {
      returnId: Type.String(),
      state: Type.Enum(['REFUSED', 'REQUESTED', 'RECEIVED', 'ACCEPTED']),
    },
  },
  accepted_exceeds_requested: {
    status: 422,
    message: 'You accepted more than the buyer asked to return. Lower the quantities.',
    details: { lineNumber: Type.Integer(), requested: quantitySchema() },
  },
  return_url_invalid: {
    status: 400,
    message:
      'returnUrl is not valid. Send a complete http or https address, such as https://shop.example.com/thanks.',
  },
  supplement_awaited: {
    status: 409,
    message:
      'A payment for some of these lines is under way. Pay it, or try again when it has ended: the proposal or the request shows until when.',
    details: { paymentId: Type.String() },
  },
  too_many_steps: {
    status: 422,
    message: 'This order has reached the maximum number of recorded changes. Tell the operators.',
    details: { orderId: Type.String() },
  },
})
