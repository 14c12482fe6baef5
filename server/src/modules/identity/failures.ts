import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  ambiguous_credentials: {
    status: 400,
    message: 'Send exactly one credential: either an Authorization header or an x-api-key header.',
  },
  sign_in_refused: { status: 401, message: 'The e-mail address or the password is not right.' },
  credentials_invalid: {
    status: 401,
    message: 'The credential is not valid. Check that it was copied whole and sign in again.',
  },
  credentials_expired: {
    status: 401,
    message: 'The credential has expired. Refresh it, sign in again or create a new key.',
  },
  refresh_refused: { status: 401, message: 'The refresh token is not valid. Sign in again.' },
  refresh_reused: {
    status: 401,
    message: 'The refresh token was used before, so its session was ended. Sign in again.',
  },
  sign_in_busy: {
    status: 503,
    message: 'Too many people are signing in at once. Try again in a moment.',
    retryAfterSeconds: 2,
  },
  api_key_not_found: { status: 404, message: 'There is no such API key.' },
  scopes_beyond_yours: {
    status: 403,
    message: 'An API key cannot be given more than its creator may do.',
  },
  expiry_invalid: {
    status: 400,
    message: 'An API key must expire in the future, and within two years.',
  },
})
