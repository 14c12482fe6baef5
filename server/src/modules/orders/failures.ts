import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('orders', {
  order_not_found: {
    status: 404,
    message: 'There is no such order. Take the id from the list of orders.',
  },
  not_the_supplier: {
    status: 403,
    message: 'Only a supplier of this order or an operator may do this. Ask one of them.',
  },
  not_the_buyer: {
    status: 403,
    message: 'Only the company that bought may do this. Ask one of its administrators to.',
  },
  order_not_open: {
    status: 409,
    message: 'The order is in a state in which this cannot be done. Read it to see where it is.',
  },
  order_held: {
    status: 409,
    message:
      'The buyer holds this order: it is not approved, confirmed or shipped. Wait until the buyer releases it.',
  },
  automations_pending: {
    status: 409,
    retryAfterSeconds: 1,
    message:
      'The company that bought has automations that may hold this order, and they have not seen it yet. Confirm it again after the time in Retry-After: it takes 5 seconds at most.',
  },
  supplier_closed: {
    status: 409,
    message:
      'A supplier of this order has been closed since it was ordered, and nobody would send its goods. Reject the order and have the goods ordered from somebody else, or wait: it can be approved when the supplier is open again.',
  },
  order_not_held: {
    status: 409,
    message: 'The order is not held, so there is nothing to release. Read it to see its state.',
  },
  awaiting_approval: {
    status: 409,
    message:
      'While it waits for approval an order can only be taken back as a whole. Leave `lines` away.',
  },
  line_not_found: {
    status: 422,
    message: 'The order has no such line of yours. Take the line numbers from the order.',
  },
  nothing_to_refund: {
    status: 409,
    message: 'The order has no payment, so nothing can be refunded. Check the id of the order.',
  },
  line_repeated: { status: 400, message: 'Name each line once, with the sum of its quantities.' },
  quantity_exceeds_open: {
    status: 409,
    message:
      'So many are not open any more. Read the order and take what details.lines says is open.',
  },
  nothing_open: {
    status: 409,
    message: 'Nothing of the order is open any more. Request a return of what was shipped.',
  },
  tracking_url_invalid: {
    status: 422,
    message: 'trackingUrl is not valid. Send an https address without a user name or a password.',
  },
  several_suppliers: {
    status: 422,
    message: 'These lines come from several suppliers. Send one request for each of them.',
  },
  several_deliveries: {
    status: 422,
    message:
      'These lines go to several addresses. Send one request for each of details.deliveries, with its lines.',
  },
  shipment_not_found: {
    status: 404,
    message: 'The order has no such shipment. Take the id from the order.',
  },
  shipment_already_delivered: {
    status: 409,
    message: 'The delivery of this shipment was noted already. Ask for a return instead.',
  },
  noted_exceeds_shipped: {
    status: 422,
    message:
      'More pieces are damaged or missing than were shipped in that line. Correct the quantities.',
  },
  quantity_exceeds_delivered: {
    status: 409,
    message:
      'So many were not delivered, or are being returned already. Take what details.lines says is left.',
  },
  credit_not_found: {
    status: 404,
    message: 'The order has no such credit. Take the id from the order.',
  },
  credit_not_refused: {
    status: 409,
    message:
      'Only a credit that its provider refuses is decided by hand. Read the order to see how it stands.',
  },
  credit_held_up: {
    status: 409,
    message:
      'Another refund of this payment is under way and may take what is left of it. Try again when it has ended.',
  },
  return_not_found: {
    status: 404,
    message: 'The order has no such return. Take the id from the order.',
  },
  return_already_decided: {
    status: 409,
    message: 'This return was accepted or refused already. Ask for another one for what is left.',
  },
  accepted_exceeds_requested: {
    status: 422,
    message: 'More pieces were accepted than were requested to be returned. Lower the quantities.',
  },
  too_many_steps: {
    status: 422,
    message: 'So much has happened to this order that no more is recorded. Tell the operator.',
  },
})
