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
  search_not_found: {
    status: 404,
    message: 'There is no such search. Searches are kept for a day.',
  },
  search_over: {
    status: 409,
    message: 'The search is over, so it cannot be cancelled. What it found can be read.',
  },
  search_source_doubled: { status: 400, message: 'Name each source once.' },
  searches_too_many: {
    status: 429,
    message: 'Your company has too many searches running. Cancel one, or wait for one to end.',
    retryAfterSeconds: 5,
  },
  search_failed: { status: 500, message: 'The search could not be carried out. Start it again.' },
  search_timed_out: {
    status: 504,
    message: 'The search took too long and was ended. What it found until then can be read.',
  },
  event_id_invalid: {
    status: 400,
    message:
      'The Last-Event-ID is not of this search. Connect again without it, and the stream starts from the beginning.',
  },
  streams_too_many: {
    status: 429,
    message: 'This credential has too many streams open. Close one, then connect again.',
    retryAfterSeconds: 5,
  },
  streams_full: {
    status: 503,
    message: 'This process cannot hold more streams, or is about to stop. Connect again shortly.',
    retryAfterSeconds: 2,
  },
  query_too_long: { status: 400, message: 'The query may have up to 1,000 characters.' },
})
