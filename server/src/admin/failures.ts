import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('admin', {
  cross_site: {
    status: 403,
    message:
      'This was not asked for by a page of ours. Open the operator pages and try again there.',
  },
  path_not_forwarded: {
    status: 404,
    message: 'The operator pages have no use for this address, so it is not passed on.',
  },
  pages_not_built: {
    status: 503,
    message:
      'The operator pages have not been built. Run `npm run build -w web`, then start again.',
  },
})

/** Who is who is decided by the API; what it would have said is said here in its words. */
export const refuse = defineFailures('identity', {
  ambiguous_credentials: {
    status: 400,
    message:
      'Send exactly one credential: either the session cookie or an Authorization header, and no API key.',
  },
})
