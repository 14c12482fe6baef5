import { defineFailures, type Failure } from '#kernel/failure'
import type { CartLine } from './cart.ts'

export const fail = defineFailures('cart', {
  certification_closed: {
    status: 409,
    message: 'This certification has ended. Start another one to try again.',
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
  },
  certification_open: {
    status: 409,
    message: 'This client already has an open certification. Finish or abandon it first.',
  },
  country_unknown: {
    status: 400,
    message: 'The country is unknown. Use a two-letter code of ISO 3166-1, such as DE.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
  },
  empty: { status: 422, message: 'The cart is empty. Add a product first.' },
  expected_version_ambiguous: {
    status: 400,
    message: 'The request contains two different expected versions. Send only one.',
  },
  expected_version_required: {
    status: 400,
    message:
      'The request does not say which version of the cart you expect to change. Read the cart, and send its version.',
  },
  item_exists: {
    status: 409,
    message: 'The product is already in the cart. Change the quantity of its line instead.',
  },
  items_refused: {
    status: 422,
    message:
      'Some of these products cannot be added, so none was added. Correct the lines in details.lines.',
  },
  item_not_found: {
    status: 404,
    message: 'There is no such line in the cart. Read the cart again.',
  },
  lines_limit_reached: {
    status: 422,
    message: 'A cart can have at most 500 lines. Remove a line, or check out first.',
  },
  price_changed: {
    status: 409,
    message:
      'The price has changed since the buyer accepted it; details.current is the new price. Show it and ask again.',
  },
  nothing_to_change: {
    status: 400,
    message: 'The request changes nothing. Send the currency, the country, or both.',
  },
  locked_by_checkout: {
    status: 409,
    message: 'The cart is locked during its checkout. Wait until the checkout ends, or cancel it.',
  },
  practice_off_task: {
    status: 409,
    message:
      'The practice cart accepts only the change of the current step. Read the certification, and make that change.',
  },
  product_discontinued: {
    status: 422,
    message: 'The product is no longer for sale. Choose another one.',
  },
  product_not_found: {
    status: 404,
    message: 'There is no such product for your company. Take the id from a search.',
  },
  version_conflict: {
    status: 409,
    message: 'The cart has changed since you read it. Read it again and repeat your change.',
  },
})

export function itemExists({ id, itemVersion, productId, quantity }: CartLine): Failure {
  return fail('item_exists', { item: { id, itemVersion, productId, quantity } })
}
