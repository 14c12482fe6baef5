import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('admin', {
  cross_site: {
    status: 403,
    message:
      'The request did not come from a page of this service. Open the page and try again there.',
  },
  path_not_forwarded: {
    status: 404,
    message: 'The pages do not forward requests to this path. Call the API directly.',
    details: { path: Type.String() },
  },
  too_many_streams: {
    status: 503,
    retryAfterSeconds: 30,
    message:
      'This process streams the readings to too many pages. Wait half a minute, then try again.',
  },
  pages_not_built: {
    status: 503,
    message: 'The pages have not been built. Run `npm run build -w web`, then start again.',
  },
})

/** The API decides who a caller is. These refusals use the API's own codes and sentences. */
export const refuse = defineFailures('identity', {
  ambiguous_credentials: {
    status: 400,
    message:
      'The request contains several credentials. Send exactly one: a header, the cookie of the operator pages, or a ticket.',
  },
})
