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
  api_key_replaced: {
    status: 409,
    message: 'The API key was rotated before. Rotate the one that took its place.',
  },
  api_key_of_other_mode: {
    status: 401,
    message: 'Keys of tests work on test services only, and live keys on live ones only.',
  },
  address_not_allowed: {
    status: 403,
    message: 'The API key may not be used from this address.',
  },
  network_invalid: {
    status: 400,
    message: 'A network is written as 192.0.2.0/24 or 2001:db8::/48, without bits of a host.',
  },
  limit_too_high: {
    status: 400,
    message: 'An API key cannot have a higher limit than everybody has. The details say which.',
  },
  scopes_beyond_yours: {
    status: 403,
    message: 'An API key cannot be given more than its creator may do.',
  },
  expiry_invalid: {
    status: 400,
    message: 'An API key must expire in the future, and within two years.',
  },
  oauth_app_not_found: { status: 404, message: 'There is no such app.' },
  oauth_app_has_no_secret: {
    status: 422,
    message: 'A public app has no secret: PKCE is what proves it.',
  },
  app_scopes_beyond_yours: {
    status: 403,
    message: 'An app cannot be let do more than you may do.',
  },
  redirect_uri_invalid: {
    status: 400,
    message:
      'The app cannot be sent back to such an address. The details say what is wrong with it.',
  },
})
