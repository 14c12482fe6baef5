import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { quantitySchema } from '#kernel/quantity'

export const fail = defineFailures('catalog', {
  order_lines_missing: {
    status: 400,
    message:
      'The quick order has no lines. Send either `lines` or a `text` with at least one line.',
  },
  order_lines_too_many: {
    status: 422,
    message: 'A quick order can have at most 1,000 lines. Send it in parts.',
    details: { lines: Type.Integer(), max: Type.Integer() },
  },
})

/** Why a line of a quote cannot be ordered like this. The answer is a success, and each line has its own problems. */
export const failLine = defineFailures('catalog', {
  product_discontinued: {
    status: 422,
    message: 'The product is no longer for sale. Choose another one.',
  },
  stock_short: {
    status: 422,
    message: 'The stock is less than the quantity. Order less.',
    details: { requested: quantitySchema(), available: quantitySchema({ minimum: 0 }) },
  },
  below_minimum: {
    status: 422,
    message: 'The quantity is below the minimum. Order more.',
    details: { requested: quantitySchema(), minimum: quantitySchema() },
  },
  not_a_multiple: {
    status: 422,
    message:
      'The product is sold in multiples, and the quantity is not one of them. Change the quantity.',
    details: { requested: quantitySchema(), multiple: quantitySchema() },
  },
  not_shipped_to_country: {
    status: 422,
    message:
      'The product is not shipped to this country. Choose another product or another country.',
    details: { country: Type.Optional(Type.String()) },
  },
  currency_not_convertible: {
    status: 422,
    message: 'There is no exchange rate for this price. Choose another currency.',
    details: { from: Type.String(), to: Type.Optional(Type.String()) },
  },
})
