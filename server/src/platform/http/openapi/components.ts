import { exampleFailureDocs } from '../answering/failure-docs.ts'
import { IdempotencyHeaders } from '../reading/headers.ts'
import { headerRefs } from './operation.ts'
import type { Json } from './schemas.ts'

type RefusalExample = {
  readonly code: string
  readonly error: string
  readonly description: string
  readonly details?: Json
  readonly headers?: readonly string[]
}

const refusals: Readonly<Record<string, RefusalExample>> = {
  Malformed: {
    description: 'The request does not have the form that this route needs.',
    code: 'platform.request_invalid',
    error:
      'The request does not have the form that this route needs. Correct the problems in details.problems.',
    details: { problems: [{ path: 'body.quantity', message: 'must be a whole number' }] },
  },
  NotSignedIn: {
    description: 'The credential is missing or not valid any more.',
    code: 'identity.credentials_required',
    error: 'The request has no valid credential. Sign in, or send an API key.',
  },
  NotAllowed: {
    description:
      'The credential is valid but has no right to do this. `meta.details.needs` says what it lacks.',
    code: 'identity.access_denied',
    error:
      'You do not have permission to do this. Ask an administrator for the permission that the details name.',
    details: { needs: 'orders:write' },
  },
  Conflict: {
    description: 'Another change came first, or the same request is still in progress.',
    code: 'platform.idempotency_in_flight',
    error: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    headers: ['Retry-After'],
  },
  Impossible: {
    description: 'The request was understood, but it cannot be carried out in the present state.',
    code: 'platform.idempotency_key_reused',
    error: 'This Idempotency-Key was already used for another request. Use a new one.',
  },
  TooMany: {
    description: 'Too many requests.',
    code: 'platform.rate_limited',
    error: 'You have sent too many requests. Wait for the seconds in Retry-After.',
    headers: ['Retry-After'],
  },
  Refused: {
    description:
      'The request was not carried out. `meta.code` is the reason for programs, `error` the reason for people.',
    code: 'platform.route_not_found',
    error: 'There is nothing at this address. Check the path and the id.',
  },
  Broken: {
    description: 'The service failed. It recorded the error under the request id.',
    code: 'platform.internal',
    error: 'Something went wrong on our side. Report the request id if it happens again.',
  },
  Unavailable: {
    description:
      'The service cannot answer at the moment. You can safely retry after `Retry-After`.',
    code: 'platform.dependency_down',
    error: 'A service that this request needs is not available. Try again shortly.',
    headers: ['Retry-After'],
  },
}

const exampleRequestId = 'req_01m7xb82dw3khw78phh28dvacd'

/** Every refusal has the same shape, and an example of its own. */
export function refusalResponses(refusalSchema: Json): Json {
  return Object.fromEntries(
    Object.entries(refusals).map(([name, { code, error, description, details, headers = [] }]) => [
      name,
      {
        description,
        headers: headerRefs([
          'x-request-id',
          'Content-Language',
          'RateLimit',
          'RateLimit-Policy',
          ...headers,
        ]),
        content: {
          'application/json': {
            schema: refusalSchema,
            example: {
              success: false,
              meta: {
                code,
                requestId: exampleRequestId,
                docs: exampleFailureDocs(code),
                ...(details ? { details } : {}),
              },
              error,
            },
          },
        },
      },
    ]),
  )
}

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
})

export const responseHeaders: Json = {
  'x-request-id': text(
    'The id of the request: yours, where you sent one of letters, digits, dots and dashes.',
    exampleRequestId,
  ),
  RateLimit: text(
    'The number of requests that are left, and the seconds until the limit is full again.',
    '"credential";r=587;t=21',
  ),
  'RateLimit-Policy': text(
    'The limit: a number of requests in a number of seconds.',
    '"credential";q=600;w=60',
  ),
  'Content-Language': text('The language of `error`. `meta.code` is the same in all.', 'de'),
  ETag: text(
    'Stands for this answer. Send it as `If-None-Match` of a later request.',
    'W/"Jm9yZA"',
  ),
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', format: 'int32', minimum: 0 },
    example: 5,
  },
  'idempotent-replayed': {
    description:
      'Present when this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

/** The answer to a request whose `If-None-Match` has the tag of the present answer. */
export const unchanged: Json = {
  description: 'Nothing has changed: the answer would be the one that the client has.',
  headers: headerRefs(['x-request-id', 'ETag', 'RateLimit', 'RateLimit-Policy']),
}

const { description, ...keySchema } = IdempotencyHeaders.properties[
  'idempotency-key'
] as unknown as { description: string; type: 'string' }

// No example: readers would copy the key, and a key must be unique to one request.
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { ...keySchema, minLength: 1, maxLength: 255 },
}

const locale = {
  name: 'locale',
  in: 'query',
  required: false,
  description:
    'The language of the answer, as a BCP 47 tag. It goes before the setting of the person, the header `Accept-Language` and the setting of the company. A language that the service does not have changes nothing.',
  schema: { type: 'string', maxLength: 35 },
  example: 'de',
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier answer. If the answer is still the same, the service sends a 304.',
  schema: { type: 'string', maxLength: 1_000 },
}

export const parameters: Json = {
  IfNoneMatch: ifNoneMatch,
  IdempotencyKey: { ...idempotencyKey, required: true },
  OptionalIdempotencyKey: { ...idempotencyKey, required: false },
  Locale: locale,
}
