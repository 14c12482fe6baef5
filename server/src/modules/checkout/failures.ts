import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('checkout', {
  attempt_not_found: {
    status: 404,
    message: 'There is no such checkout. Check the id, or start another checkout.',
  },
  cancel_not_allowed: {
    status: 403,
    message:
      'Only the person who checked out and administrators can cancel this checkout. Ask one of them.',
  },
  cart_has_problems: {
    status: 422,
    message:
      'Some lines cannot be ordered as they are. Fix the problems that details.problems lists, then retry.',
  },
  lines_or_cart: {
    status: 400,
    message:
      'Send either lines, with their currency beside them, or cart with the version that the buyer has seen: a cart has a currency of its own.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
  },
  country_unknown: {
    status: 400,
    message:
      'The country of an address is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
  },
  accepted_total_invalid: {
    status: 400,
    message:
      'acceptedTotal is not valid. Send a decimal amount in the currency of the cart or the order.',
  },
  amount_invalid: {
    status: 400,
    message:
      'The amount is not valid. Send a decimal amount above zero, in the currency of the request.',
  },
  delivery_ambiguous: {
    status: 400,
    message:
      'Send either shipTo, with shippingMethods and requestedDate beside it, or deliveries that have their own.',
  },
  delivery_item_unknown: {
    status: 422,
    message: 'A delivery names a line that is not in the cart. Read the cart again and retry.',
  },
  delivery_quantities_differ: {
    status: 422,
    message:
      'The deliveries do not add up to the cart. Correct the lines that details.lines names.',
  },
  po_number_required: {
    status: 422,
    message:
      'This company buys with the number of a purchase order only. Send poNumber, or one in every line.',
  },
  cost_center_required: {
    status: 422,
    message:
      'This company buys for a cost centre only. Send costCenter, or one in every delivery or line.',
  },
  requested_date_past: {
    status: 422,
    message: 'The requested date is past. Ask for today or a later day.',
  },
  shipping_method_unavailable: {
    status: 422,
    message:
      'A shipping method is not offered for some goods at their address, or none of the goods are of its supplier: details.parcels says what is offered. Choose one of those, or leave it out.',
  },
  shipping_method_repeated: {
    status: 400,
    message: 'Name one shipping method for each supplier and delivery.',
  },
  tax_not_determined: {
    status: 422,
    message:
      'The tax of some lines is unknown, so they cannot be ordered: details.lines names them. Ask the operators to set the rate.',
  },
  shipping_not_convertible: {
    status: 422,
    message:
      'The shipping cost is in another currency, and there is no exchange rate: details.parcels names the methods and the other offers. Choose another method, order in the currency of the method, or wait for rates.',
  },
  discount_not_convertible: {
    status: 422,
    message:
      'A contract may give a discount in another currency, and there is no exchange rate: details.contracts names it. Order in the currency of the contract, or wait for rates.',
  },
  total_changed: {
    status: 409,
    message: 'The total is not the one that was accepted. Show the new one and ask again.',
  },
  price_changed: {
    status: 409,
    message:
      'Some prices are not the expected ones. Take those that details.lines names, or leave expectedUnitPrice out.',
  },
  product_repeated: {
    status: 400,
    message: 'Name each product once, with the sum of its quantities.',
  },
  expected_price_invalid: {
    status: 400,
    message: 'expectedUnitPrice is not valid. Send a decimal amount in the currency of the order.',
  },
  handoff_not_allowed: {
    status: 403,
    message:
      'Your role, or what this app was allowed, is enough to prepare purchases and not to pay for them. Ask a buyer to place the order, or let the app have payments:write.',
  },
  stock_short: {
    status: 409,
    message: 'There is not enough stock for some lines. Lower their quantities and retry.',
  },
  reservation_expired: {
    status: 409,
    message: 'The reservation is over. Check out again.',
  },
  return_url_invalid: {
    status: 400,
    message:
      'returnUrl is not valid. Send a complete http or https address, such as https://shop.example.com/thanks.',
  },
  payment_already_initiated: {
    status: 409,
    message: 'The payment of this checkout was initiated already. Read the checkout to go on.',
  },
  payment_changed: {
    status: 503,
    message: 'The payment is changing at this moment. Read the checkout again in a moment.',
    retryAfterSeconds: 2,
  },
  refund_not_found: {
    status: 404,
    message:
      'This payment has no refund that waits because an order is missing. Read the list again.',
  },
  refund_not_refused: {
    status: 409,
    message:
      'The payment provider has not refused this refund. Wait: it completes by itself, or has already.',
  },
  refund_held_up: {
    status: 409,
    message:
      'Another refund of this payment is under way and may take what is left. Try again when it has ended.',
  },
  attempt_over: {
    status: 409,
    message: 'The checkout has ended and can no longer be changed. Start another one.',
  },
})
