import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  ambiguous_credentials: {
    status: 400,
    message:
      'Send exactly one credential: a header, the cookie of the operator pages, or the ticket of the address.',
  },
  sign_in_refused: {
    status: 401,
    message: 'The e-mail address or the password is not right. Check both, or reset the password.',
  },
  credentials_invalid: {
    status: 401,
    message: 'The credential is not valid. Check that it was copied whole and sign in again.',
  },
  credentials_expired: {
    status: 401,
    message: 'The credential has expired. Refresh it, sign in again or create a new key.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts. Wait for the seconds that Retry-After names.',
  },
  refresh_refused: { status: 401, message: 'The refresh token is not valid. Sign in again.' },
  refresh_reused: {
    status: 401,
    message: 'The refresh token was used before, so its session was ended. Sign in again.',
  },
  second_factor_required: {
    status: 401,
    message: 'A second factor is needed. Send it as the details say.',
  },
  second_factor_refused: {
    status: 401,
    message:
      'That is not right, or it was used before. Wait for the next code, or try another way.',
  },
  totp_locked: {
    status: 403,
    message:
      'Your authenticator app is locked: too many wrong codes in 24 hours. Sign in again with your password, and use a passkey, a recovery code or the code that we mail to you.',
  },
  challenge_refused: {
    status: 401,
    message: 'This took too long, was tried too often or is done already. Begin again.',
  },
  session_not_found: {
    status: 404,
    message: 'You have no such session. Take the id from the list of your sessions.',
  },
  step_up_refused: {
    status: 403,
    message: 'That is not right. Try again with your password, or with your second factor.',
  },
  step_up_needs_factor: {
    status: 403,
    message: 'You have a second factor: show that one, the password is not enough here.',
  },
  current_password_wrong: {
    status: 403,
    message: 'The current password is not right. Enter it again, or reset the password.',
  },
  password_unacceptable: {
    status: 422,
    message:
      'This password cannot be used. Take a longer one that nobody would guess; the details say why.',
  },
  reset_token_refused: {
    status: 422,
    message: 'This code was used, replaced by a later one, or is too old. Ask for a new mail.',
  },
  totp_already_confirmed: {
    status: 409,
    message: 'You have an authenticator app already. Remove it first.',
  },
  totp_not_begun: {
    status: 409,
    message: 'No authenticator app waits for a code. Begin with POST /auth/factors/totp.',
  },
  totp_code_wrong: {
    status: 422,
    message: 'That code is not right. Check the clock of your device and enter the next one.',
  },
  factor_not_found: {
    status: 404,
    message: 'You have no such second factor. Read the list of your second factors.',
  },
  no_second_factor: { status: 409, message: 'Recovery codes come with a second factor: add one.' },
  too_many_passkeys: {
    status: 422,
    message: 'You have as many passkeys as one person can have. Remove one first.',
  },
  passkey_refused: {
    status: 422,
    message: 'This passkey cannot be used here. Try again, or use another device.',
  },
  passkeys_unavailable: {
    status: 422,
    message: 'Passkeys are not set up on this service. Use an authenticator app.',
  },
  sign_in_busy: {
    status: 503,
    message: 'Too many people are signing in at once. Try again in a moment.',
    retryAfterSeconds: 2,
  },
  api_key_not_found: {
    status: 404,
    message: 'There is no such API key. Take the id from the list of API keys.',
  },
  api_key_replaced: {
    status: 409,
    message: 'The API key was rotated before. Rotate the one that took its place.',
  },
  api_key_of_other_mode: {
    status: 401,
    message:
      'Test keys work on test services only, and live keys on live services only. Use a key of this service.',
  },
  address_not_allowed: {
    status: 403,
    message:
      'The API key may not be used from this address. Call from a network of the key, or change its networks.',
  },
  network_invalid: {
    status: 400,
    message:
      'A network is not valid. Write it as 192.0.2.0/24 or 2001:db8::/48, without host bits.',
  },
  limit_too_high: {
    status: 400,
    message:
      'The limit is above the limit of the service. Use a lower one; the details say how high it may be.',
  },
  scopes_beyond_yours: {
    status: 403,
    message:
      'An API key cannot do more than its creator. Leave out the scopes that you do not have.',
  },
  expiry_invalid: {
    status: 400,
    message: 'The expiry is not valid. Use a time in the future, within two years.',
  },
  oauth_app_not_found: {
    status: 404,
    message: 'There is no such partner app. Take the id from the list of partner apps.',
  },
  oauth_app_has_no_secret: {
    status: 422,
    message: 'A public app has no secret. Use PKCE instead.',
  },
  app_scopes_beyond_yours: {
    status: 403,
    message: 'An app cannot do more than you may. Leave out the scopes that you do not have.',
  },
  redirect_uri_invalid: {
    status: 400,
    message: 'A redirect address is not valid. Correct what the details name.',
  },
})
