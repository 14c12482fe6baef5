import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('crawl', {
  address_invalid: {
    status: 400,
    message:
      'The address is not valid. Send a complete web address, such as https://example.com/shop.',
  },
  address_scheme_unsupported: {
    status: 400,
    message: 'The service reads only addresses that begin with https://. Send such an address.',
  },
  address_has_credentials: {
    status: 400,
    message: 'The address contains a user name or a password. Send an address that needs none.',
  },
  address_unsafe: {
    status: 400,
    message:
      'The address cannot be reached from the internet, or leads to a private network. Send a public address.',
  },
  source_not_found: {
    status: 404,
    message: 'There is no such source. Take the id from the list of sources.',
    details: { sourceId: Type.Optional(Type.String()), url: Type.Optional(Type.String()) },
  },
  source_exists: {
    status: 409,
    message: 'There is already a source with this address. Use it: `details.sourceId` is its id.',
    details: { sourceId: Type.String() },
  },
  source_paused: {
    status: 409,
    message: 'The source is paused. Resume it before you start a run.',
    details: { sourceId: Type.String() },
  },
  sources_too_many: {
    status: 422,
    message:
      'Your company has the maximum number of sources. Delete a source that you do not need.',
    details: { sourcesMax: Type.Integer() },
  },
  supplier_unknown: {
    status: 422,
    message:
      'There is no such supplier. Leave `supplierId` out if the supplier has no company here.',
    details: { supplierId: Type.String() },
  },
  run_not_found: {
    status: 404,
    message: 'There is no such run. Take the id from the list of runs.',
    details: { crawlId: Type.String() },
  },
  run_over: {
    status: 409,
    message: 'The run is over. Start a new run of the source.',
    details: {
      crawlId: Type.String(),
      state: Type.Enum(['CANCELLED', 'SUCCEEDED', 'FAILED', 'RUNNING', 'QUEUED', 'PARTIAL']),
    },
  },
  target_ambiguous: {
    status: 400,
    message: 'The request has both `sourceId` and `url`, or neither. Send exactly one of them.',
  },
  event_id_invalid: {
    status: 400,
    message:
      'The Last-Event-ID is not an event of this run. Leave it out to start from the beginning.',
  },
  streams_too_many: {
    status: 429,
    message: 'You have too many open streams. Close one of them, then try again.',
    retryAfterSeconds: 5,
    details: { streamsMax: Type.Integer() },
  },
  streams_full: {
    status: 503,
    message: 'The service has too many open streams at the moment. Try again shortly.',
    retryAfterSeconds: 5,
  },
  mapping_not_found: {
    status: 404,
    message:
      "The source has no XML file of a supplier's own format. Start a run of it, then read the mapping again.",
    details: { sourceId: Type.String() },
  },
  mapping_not_confirmed: {
    status: 409,
    message: 'The mapping is not confirmed, so it cannot be withdrawn. Read it again.',
    details: { sourceId: Type.String() },
  },
  mapping_version_conflict: {
    status: 409,
    message:
      'The mapping has changed since you read it. Read it again and repeat your change with its version.',
    details: { given: Type.Integer(), current: Type.Integer() },
  },
  mapping_incomplete: {
    status: 422,
    message: 'A mapping needs the paths of the name and the number of a product. Add them.',
    details: { field: Type.String() },
  },
  mapping_item_unknown: {
    status: 422,
    message: 'The file has no such element of a product. Take an `item` of the `shapes`.',
    details: { item: Type.String() },
  },
  mapping_path_unknown: {
    status: 422,
    message:
      'The file has no such path, or the field cannot have this fixed value. Take a path of `shapes`. Currency, tax, unit, price quantity and manufacturer may be fixed, such as `=EUR`.',
    details: { field: Type.String(), path: Type.String() },
  },
  review_not_found: {
    status: 404,
    message: 'There is no such review. Take the id from the list of reviews.',
    details: { reviewId: Type.String() },
  },
  review_decided: {
    status: 409,
    message:
      'Somebody has already decided this review. Read the list of reviews to see who did, and when.',
    details: { reviewId: Type.String(), state: Type.Enum(['OPEN', 'ACCEPTED', 'DISMISSED']) },
  },
})
