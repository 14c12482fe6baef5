import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  ambiguous_credentials: {
    status: 400,
    message:
      'The request contains several credentials. Send exactly one: a header, the cookie of the operator pages, or a ticket.',
  },
  sign_in_refused: {
    status: 401,
    message: 'The e-mail address or the password is not right. Check both, or reset the password.',
  },
  credentials_invalid: {
    status: 401,
    message: 'The credential is not valid. Check that you copied all of it, or sign in again.',
  },
  api_key_as_bearer: {
    status: 401,
    message:
      'The request sends an API key as a bearer token. Send it in the header x-api-key, and leave out Authorization.',
  },
  credentials_expired: {
    status: 401,
    message: 'The credential has expired. Refresh it, sign in again or create a new key.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts. Wait for the seconds that Retry-After names.',
    details: { retryAfterSeconds: Type.Integer() },
  },
  refresh_refused: { status: 401, message: 'The refresh token is not valid. Sign in again.' },
  refresh_reused: {
    status: 401,
    message: 'The refresh token was already used, so its session has ended. Sign in again.',
  },
  second_factor_required: {
    status: 401,
    message: 'Sign-in needs a second factor. Send one of those in the details.',
    details: {
      challengeToken: Type.String(),
      methods: Type.Array(Type.Enum(['password', 'totp', 'recovery_code', 'passkey', 'mail_code'])),
      passkeyOptions: Type.Optional(Type.Object({})),
    },
  },
  second_factor_refused: {
    status: 401,
    message:
      'The second factor is wrong or was already used. Wait for the next code, or use another second factor.',
  },
  totp_locked: {
    status: 403,
    message:
      'Your authenticator app is locked after too many wrong codes in 24 hours. Sign in with your password and a passkey, a recovery code or the code that we mail to you.',
  },
  mail_code_refused: {
    status: 401,
    message:
      'The code of this mail was already used or has expired. Sign in with your password: the page then asks for the code of a newer mail.',
  },
  challenge_refused: {
    status: 401,
    message: 'The attempt took too long, failed too often, or is already complete. Begin again.',
  },
  session_not_found: {
    status: 404,
    message: 'You have no such session. Take the id from the list of your sessions.',
    details: { sessionId: Type.String() },
  },
  step_up_refused: {
    status: 403,
    message: 'The password or the second factor is wrong. Try again.',
  },
  step_up_needs_factor: {
    status: 403,
    message:
      'Your password is not enough here, because you have a second factor. Use your second factor.',
  },
  current_password_wrong: {
    status: 403,
    message: 'The current password is wrong. Enter it again, or reset the password.',
  },
  password_unacceptable: {
    status: 422,
    message:
      'This password is not allowed; the details say why. Choose a longer one that nobody can guess.',
    details: { problem: Type.String() },
  },
  reset_token_refused: {
    status: 422,
    message:
      'This code was already used, was replaced by a later one, or has expired. Ask for a new mail.',
  },
  totp_already_confirmed: {
    status: 409,
    message: 'You already have an authenticator app. Remove it first.',
  },
  totp_not_begun: {
    status: 409,
    message: 'No authenticator app waits for its first code. Begin with POST /auth/factors/totp.',
  },
  totp_code_wrong: {
    status: 422,
    message: 'The code is wrong. Check the clock of your device, and enter the next code.',
  },
  factor_not_found: {
    status: 404,
    message: 'You have no such second factor. Read the list of your second factors.',
  },
  no_second_factor: {
    status: 409,
    message: 'You need a second factor before you can have recovery codes. Add one first.',
  },
  too_many_passkeys: {
    status: 422,
    message: 'You have reached the maximum number of passkeys. Remove one first.',
    details: { max: Type.Integer() },
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
    message: 'Too many people are signing in at the moment. Try again shortly.',
    retryAfterSeconds: 2,
  },
  api_key_not_found: {
    status: 404,
    message: 'There is no such API key. Take the id from the list of API keys.',
    details: { keyId: Type.String() },
  },
  api_key_replaced: {
    status: 409,
    message: 'This API key was already rotated. Rotate its successor instead.',
    details: { keyId: Type.String(), replacedBy: Type.String() },
  },
  api_key_of_other_mode: {
    status: 401,
    message:
      'Test keys work on test services only, and live keys on live services only. Use a key for this service.',
    details: { expected: Type.Enum(['live', 'test']) },
  },
  address_not_allowed: {
    status: 403,
    message:
      'The API key does not work from this network address. Call from one of the networks of the key, or change its networks.',
  },
  network_invalid: {
    status: 400,
    message:
      'A network is not valid. Write it as 192.0.2.0/24 or 2001:db8::/48, without host bits.',
    details: { network: Type.String() },
  },
  limit_too_high: {
    status: 400,
    message: 'The limit is above details.highest, the maximum of the service. Use a lower one.',
    details: { highest: Type.Integer() },
  },
  key_owner_unfit: {
    status: 422,
    message:
      'The owner of a key must be an active member of the company who has all rights of the key. Choose an administrator of the company.',
    details: {
      ownerId: Type.String(),
      scopes: Type.Array(
        Type.Enum([
          'products:read',
          'orders:read',
          'orders:write',
          'payments:read',
          'payments:write',
          'support:read',
          'support:write',
          'webhooks:manage',
        ]),
      ),
    },
  },
  scopes_beyond_yours: {
    status: 403,
    message:
      'You cannot give an API key more scopes than you have. Leave out the scopes that you do not have.',
    details: {
      scopes: Type.Array(
        Type.Enum([
          'products:read',
          'orders:read',
          'orders:write',
          'payments:read',
          'payments:write',
          'support:read',
          'support:write',
          'webhooks:manage',
        ]),
      ),
    },
  },
  expiry_invalid: {
    status: 400,
    message: 'The expiry is not valid. Use a time in the next two years.',
  },
  oauth_app_not_found: {
    status: 404,
    message: 'There is no such partner app. Take the id from the list of partner apps.',
    details: { appId: Type.String() },
  },
  oauth_app_has_no_secret: {
    status: 422,
    message: 'A public app has no secret. Use PKCE instead.',
    details: { appId: Type.String() },
  },
  app_scopes_beyond_yours: {
    status: 403,
    message:
      'You cannot give an app more scopes than you have. Leave out the scopes that you do not have.',
    details: {
      scopes: Type.Array(
        Type.Enum([
          'products:read',
          'orders:read',
          'orders:write',
          'payments:read',
          'payments:write',
          'support:read',
          'support:write',
          'webhooks:manage',
        ]),
      ),
    },
  },
  redirect_uri_invalid: {
    status: 400,
    message: 'The redirect address in the details is not valid. Correct it.',
    details: { redirectUri: Type.String(), problem: Type.String() },
  },
})
