import { defineFailures } from '#kernel/failure'

/** The failures that the platform itself may answer, on any route. */
export const fail = defineFailures('platform', {
  request_invalid: {
    status: 400,
    message:
      'The request does not have the form that this route needs. Correct what details.problems names.',
  },
  body_malformed: {
    status: 400,
    message: 'The body is not valid JSON. Correct it and send it again.',
  },
  headers_invalid: {
    status: 400,
    message: 'The headers of the request cannot be used. Check them and send the request again.',
  },
  cursor_invalid: {
    status: 400,
    message: 'The cursor does not belong to this list. Start again without one.',
  },
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address. Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method. Check the method in the API reference.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  try_again: {
    status: 409,
    message: 'Somebody else changed the same thing at the same moment. Try again.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    message: 'The body is larger than this route takes. Send less at a time.',
  },
  media_type_unsupported: {
    status: 415,
    message: 'Send the body as application/json, in UTF-8.',
  },
  content_encoding_unsupported: {
    status: 415,
    message: 'Send the body as it is, without Content-Encoding: this route unpacks nothing.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Wait for the seconds that Retry-After names.',
    retryAfterSeconds: 60,
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Report the request id if it happens again.',
  },
  dependency_down: {
    status: 503,
    message: 'A part that this request needs cannot be reached at the moment. Try again shortly.',
    retryAfterSeconds: 5,
  },
  configuration_missing: {
    status: 503,
    message:
      'This deployment is not configured completely. Ask its operators: its log names what is missing.',
    retryAfterSeconds: 60,
  },
})

/** Refusals of access have the names of the module that identifies callers. */
export const refuse = defineFailures('identity', {
  credentials_required: {
    status: 401,
    message: 'Sign in, or send an API key that is still valid.',
  },
  ambiguous_credentials: {
    status: 400,
    message:
      'Send exactly one credential: a header, the cookie of the operator pages, or the ticket of the address.',
  },
  ticket_refused: {
    status: 401,
    message:
      'The ticket is too old, of another address, or of somebody who has signed out. Read the record again, or ask for a ticket again: the answer has a fresh one.',
  },
  access_denied: {
    status: 403,
    message: 'You may not do this. Ask an administrator for what the details name.',
  },
  step_up_required: {
    status: 403,
    message: 'Show once more that it is you (POST /auth/step-up), then send this again.',
  },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Your role needs a second factor. Set one up (/auth/factors), then go on.',
  },
})
