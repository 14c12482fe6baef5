import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  price_range_invalid: {
    status: 400,
    message:
      'The price range is not valid. Use decimals of zero or more, and a minPrice that is not above maxPrice.',
    details: {
      minPrice: Type.Optional(Type.String()),
      maxPrice: Type.Optional(Type.String()),
      field: Type.Optional(Type.String()),
      value: Type.Optional(Type.String()),
    },
  },
  supplier_filter_invalid: {
    status: 400,
    message:
      'The filter supplier takes ids of companies, which begin with co_, and not names. Take them from meta.facets.supplier or from a product.',
    details: { supplier: Type.String() },
  },
  search_not_found: {
    status: 404,
    message: 'There is no such search, or it is older than a day. Start another one.',
    details: { searchId: Type.String() },
  },
  search_over: {
    status: 409,
    message: 'The search has ended and cannot be cancelled. Read its results.',
    details: { searchId: Type.String(), state: Type.Enum(['FAILED', 'RUNNING', 'COMPLETED']) },
  },
  search_source_doubled: {
    status: 400,
    message: 'A source is named more than once. Name each source once.',
  },
  searches_too_many: {
    status: 429,
    message: 'Your company has too many searches running. Cancel one, or wait for one to end.',
    retryAfterSeconds: 5,
    details: { runningMax: Type.Integer() },
  },
  search_process_died: {
    status: 500,
    message:
      'Every process that worked on the search has crashed, so the search was given up. Search for something else, or report the id of the search.',
  },
  search_failed: { status: 500, message: 'The search failed. Start it again.' },
  search_timed_out: {
    status: 504,
    message:
      'The search took too long and was stopped. Read the results so far, or search for fewer words.',
  },
  event_id_invalid: {
    status: 400,
    message:
      'The Last-Event-ID does not belong to this search. Connect again without it: the stream then starts from the beginning.',
  },
  streams_too_many: {
    status: 429,
    message: 'This credential has too many streams open. Close one, then connect again.',
    retryAfterSeconds: 5,
    details: { streamsMax: Type.Integer() },
  },
  streams_full: {
    status: 503,
    message: 'This process cannot open more streams, or is about to stop. Connect again shortly.',
    retryAfterSeconds: 2,
  },
  synonyms_circular: {
    status: 422,
    message:
      'These one-way synonyms lead back to where they begin. Make them two-way: leave `alsoFind` out.',
    details: { word: Type.String() },
  },
  synonyms_invalid: {
    status: 400,
    message:
      'The group of synonyms is not valid. Send two different words, or one word and what it also finds, each with a letter or a digit.',
    details: { field: Type.String(), problem: Type.String() },
  },
  synonyms_not_found: {
    status: 404,
    message: 'There is no such group of synonyms. Take the id from the list of synonyms.',
    details: { synonymsId: Type.String() },
  },
  synonyms_too_many: {
    status: 422,
    message: 'The platform can have at most 2,000 groups of synonyms. Delete or merge some first.',
    details: { limit: Type.Integer() },
  },
})
