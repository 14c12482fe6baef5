import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

/** The failures that the platform itself may answer, on any route. */
export const fail = defineFailures('platform', {
  request_invalid: {
    status: 400,
    message:
      'The request does not have the form that this route needs. Correct the problems in details.problems.',
    details: { problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })) },
  },
  body_malformed: {
    status: 400,
    message: 'The body is not valid JSON. Correct it and send it again.',
    details: { reason: Type.Optional(Type.String()) },
  },
  headers_invalid: {
    status: 400,
    message: 'The headers of the request are not valid. Correct them and send the request again.',
    details: { header: Type.Optional(Type.String()), reason: Type.Optional(Type.String()) },
  },
  cursor_invalid: {
    status: 400,
    message: 'The cursor does not belong to this list. Start again without one.',
  },
  route_not_found: {
    status: 404,
    message:
      'There is nothing at this address. Check the path and the id. details.didYouMean is the right path, if only slashes or capital letters differ.',
    details: { didYouMean: Type.Optional(Type.String()) },
  },
  docs_not_built: {
    status: 503,
    message:
      'The documentation has not been built. Run `npm run docs`. The API reference at /docs/api needs no build.',
  },
  base_address_repeated: {
    status: 404,
    message:
      'The address has /api/v1 twice. Leave it out of the base address of your client, or out of the path.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not support the method. Check the method in the API reference.',
    details: { allowed: Type.Array(Type.String()) },
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  try_again: {
    status: 409,
    message: 'Somebody else changed the same record at the same moment. Try again.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    message: 'The body is too large for this route. Send less at a time.',
  },
  media_type_unsupported: {
    status: 415,
    message:
      'This route does not support the media type. Send the body as application/json, in UTF-8.',
  },
  content_encoding_unsupported: {
    status: 415,
    message: 'This route does not accept a Content-Encoding. Send the body uncompressed.',
  },
  rate_limited: {
    status: 429,
    message: 'You have sent too many requests. Wait for the seconds in Retry-After.',
    retryAfterSeconds: 60,
    details: {
      limit: Type.Enum(['credential', 'company', 'auth', 'address', 'signed']),
      retryAfterSeconds: Type.Integer(),
    },
  },
  downloads_too_many: {
    status: 429,
    message:
      'Your company is downloading as many files as it may at once. Wait until one of them has ended, then try again.',
    retryAfterSeconds: 10,
    details: { downloadsMax: Type.Integer() },
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Report the request id if it happens again.',
  },
  dependency_down: {
    status: 503,
    message: 'A service that this request needs is not available. Try again shortly.',
    retryAfterSeconds: 5,
    details: { dependency: Type.Optional(Type.String()), waitingFor: Type.Optional(Type.String()) },
  },
  downloads_full: {
    status: 503,
    message: 'The service is sending as many files as it can at once. Try again shortly.',
    retryAfterSeconds: 10,
  },
  configuration_missing: {
    status: 503,
    message:
      'The configuration of this deployment is incomplete. Tell its operators: the log names what is missing.',
    retryAfterSeconds: 60,
  },
})

/** Refusals of access have the names of the module that identifies callers. */
export const refuse = defineFailures('identity', {
  credentials_required: {
    status: 401,
    message: 'The request has no valid credential. Sign in, or send an API key.',
  },
  ambiguous_credentials: {
    status: 400,
    message:
      'The request contains several credentials. Send exactly one: a header, the cookie of the operator pages, or a ticket.',
  },
  ticket_refused: {
    status: 401,
    message:
      'The ticket has expired, belongs to another address, or its owner has signed out. Read the record again, or ask for a new ticket.',
  },
  access_denied: {
    status: 403,
    message:
      'You do not have permission to do this. Ask an administrator for the permission that the details name.',
    details: { needs: Type.String() },
  },
  step_up_required: {
    status: 403,
    message:
      'This change needs a fresh proof of your identity. Call POST /auth/step-up, then send the request again.',
  },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Your role needs a second factor. Set one up at /auth/factors, then try again.',
  },
})
