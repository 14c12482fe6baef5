import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  price_range_invalid: {
    status: 400,
    message:
      'The price range is not valid. Use decimals of zero or more, with minPrice not above maxPrice.',
  },
  search_not_found: {
    status: 404,
    message: 'There is no such search, or it is older than a day. Start another one.',
  },
  search_over: {
    status: 409,
    message: 'The search is over and cannot be cancelled. Read what it found.',
  },
  search_source_doubled: { status: 400, message: 'Name each source once.' },
  searches_too_many: {
    status: 429,
    message: 'Your company has too many searches running. Cancel one, or wait for one to end.',
    retryAfterSeconds: 5,
  },
  search_process_died: {
    status: 500,
    message:
      'Each process that worked on the search has died, so it is not tried again. Search for something else, or report the id of the search.',
  },
  search_failed: { status: 500, message: 'The search could not be carried out. Start it again.' },
  search_timed_out: {
    status: 504,
    message:
      'The search took too long and was ended. Read what it found, or search for fewer words.',
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
  synonyms_circular: {
    status: 422,
    message:
      'One-way synonyms would lead back to where they begin. Make them two-way: leave `alsoFind` out.',
  },
  synonyms_invalid: {
    status: 400,
    message:
      'The group of synonyms is not valid. Give two different words, or one word and what it also finds, each with a letter or digit.',
  },
  synonyms_not_found: {
    status: 404,
    message: 'There is no such group of synonyms. Take the id from the list of synonyms.',
  },
  synonyms_too_many: {
    status: 422,
    message: 'There are 2,000 groups of synonyms already. Take away or join some first.',
  },
})
