import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  product_not_found: { status: 404, message: 'There is no such product.' },
  category_unknown: { status: 400, message: 'There is no such category.' },
  country_unknown: {
    status: 400,
    message: 'The country is not a two-letter code of ISO 3166-1, such as DE.',
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is not a three-letter code of ISO 4217, such as EUR.',
  },
  order_lines_missing: {
    status: 400,
    message: 'Send either `lines` or a `text` with at least one line.',
  },
  order_lines_too_many: { status: 422, message: 'A quick order may have up to 1,000 lines.' },
  price_range_invalid: {
    status: 400,
    message: 'The price bounds must be decimals of zero or more, with minPrice not above maxPrice.',
  },
  products_unknown: {
    status: 422,
    message: 'Some products are not there: details.productIds names them. Nothing was changed.',
  },
  query_too_long: { status: 400, message: 'The query may have up to 1,000 characters.' },
})
