import { Type } from 'typebox'
import { scopes } from '#kernel/actor'
import { record } from '#kernel/record'
import { metadataOf } from './metadata.ts'

const Text = Type.String({ maxLength: 4_096 })
const Client = {
  client_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'The app. Not needed with HTTP Basic.' }),
  ),
  client_secret: Type.Optional(
    Type.String({ maxLength: 256, description: 'The secret of a confidential app.' }),
  ),
}
const clientId = 'app_01m7xb82dw3khw78phh28dvacd'

export const AuthorizeQuery = Type.Object({
  response_type: Type.Literal('code'),
  client_id: Type.String({ maxLength: 64, examples: [clientId] }),
  redirect_uri: Type.String({
    maxLength: 2_048,
    description: 'One of the registered addresses of the app, exactly as registered.',
    examples: ['https://partner.example/callback'],
  }),
  scope: Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'Scopes, separated by blanks. Without it the app gets none.',
      examples: ['orders:read products:read'],
    }),
  ),
  state: Type.Optional(
    Type.String({ maxLength: 4_096, description: 'Returned to the app unchanged.' }),
  ),
  code_challenge: Type.String({
    maxLength: 128,
    description: 'The SHA-256 of the code verifier, in base64url (PKCE, RFC 7636).',
    examples: ['<CODE_CHALLENGE>'],
  }),
  code_challenge_method: Type.Literal('S256'),
  prompt: Type.Optional(
    Type.String({
      maxLength: 64,
      description: '`login` or `consent` ask again. `none` shows no page.',
    }),
  ),
  ui_locales: Type.Optional(
    Type.String({ maxLength: 256, description: 'The languages of the pages, best first.' }),
  ),
})

const codeExample = {
  grant_type: 'authorization_code' as const,
  code: '<CODE>',
  redirect_uri: 'https://partner.example/callback',
  code_verifier: 'a-code-verifier-of-forty-three-characters-x',
  client_id: clientId,
}

const CodeGrant = record(
  'OAuthCodeGrant',
  'Exchanges the code of an authorization for tokens.',
  {
    grant_type: Type.Literal('authorization_code'),
    code: Text,
    redirect_uri: Type.String({
      maxLength: 2_048,
      description: 'The address of the authorization request.',
    }),
    code_verifier: Type.String({
      minLength: 43,
      maxLength: 128,
      description: 'The secret behind the code challenge (PKCE, RFC 7636).',
    }),
    ...Client,
  },
  {
    examples: [codeExample],
  },
)

const RefreshGrant = record(
  'OAuthRefreshGrant',
  'Exchanges a refresh token for new tokens.',
  {
    grant_type: Type.Literal('refresh_token'),
    refresh_token: Text,
    scope: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'Fewer scopes than before.' }),
    ),
    ...Client,
  },
  {
    examples: [
      { grant_type: 'refresh_token', refresh_token: '<REFRESH_TOKEN>', client_id: clientId },
    ],
  },
)

export const TokenForm = Type.Union([CodeGrant, RefreshGrant], { examples: [codeExample] })

export const TokensView = record(
  'OAuthTokens',
  'The tokens of an app (RFC 6749, 5.1).',
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'Seconds until the access token expires.',
    }),
    refresh_token: Type.Optional(Type.String()),
    scope: Type.Optional(
      Type.String({ description: 'The scopes that the person granted, separated by blanks.' }),
    ),
  },
  {
    examples: [
      {
        access_token: '<ACCESS_TOKEN>',
        token_type: 'Bearer' as const,
        expires_in: 3_600,
        refresh_token: '<REFRESH_TOKEN>',
        scope: 'orders:read',
      },
    ],
  },
)

export const NamedTokenForm = record(
  'OAuthNamedToken',
  'An access token or refresh token of the app.',
  {
    token: Text,
    token_type_hint: Type.Optional(Type.Enum(['access_token', 'refresh_token'])),
    ...Client,
  },
  { examples: [{ token: '<TOKEN>', client_id: clientId }] },
)

const Seconds = Type.Integer({ minimum: 0, description: 'Unix seconds.' })

export const TokenStateView = record(
  'OAuthTokenState',
  'Whether a token is valid, and what it allows (RFC 7662). Without `active` it says nothing else.',
  {
    active: Type.Boolean(),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    sub: Type.Optional(Type.String({ description: 'The person for whom the app acts.' })),
    company_id: Type.Optional(Type.String({ description: 'The company of the person.' })),
    aud: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
    iat: Type.Optional(Seconds),
    exp: Type.Optional(Seconds),
    token_type: Type.Optional(Type.String()),
  },
  {
    examples: [
      {
        active: true,
        scope: 'orders:read',
        client_id: clientId,
        sub: 'usr_01m7xb82dw3khw78phh28dvacd',
        iat: 1_767_322_800,
        exp: 1_767_326_400,
        token_type: 'Bearer',
      },
    ],
  },
)

export const OAuthErrorView = record(
  'OAuthError',
  'Why the authorization server refused (RFC 6749, 5.2).',
  {
    error: Type.Enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_target',
      'temporarily_unavailable',
      'server_error',
    ]),
    error_description: Type.Optional(Type.String()),
  },
  { examples: [{ error: 'invalid_grant', error_description: 'grant request is invalid' }] },
)

const Address = Type.String({ format: 'uri' })
const Names = Type.Array(Type.String())

export const ServerView = record(
  'OAuthServer',
  'What the authorization server offers, and where (RFC 8414).',
  {
    issuer: Address,
    authorization_endpoint: Address,
    token_endpoint: Address,
    revocation_endpoint: Address,
    introspection_endpoint: Address,
    service_documentation: Address,
    scopes_supported: Type.Array(Type.Enum([...scopes])),
    response_types_supported: Names,
    response_modes_supported: Names,
    grant_types_supported: Names,
    token_endpoint_auth_methods_supported: Names,
    revocation_endpoint_auth_methods_supported: Names,
    introspection_endpoint_auth_methods_supported: Names,
    code_challenge_methods_supported: Names,
    ui_locales_supported: Names,
    authorization_response_iss_parameter_supported: Type.Boolean(),
  },
  {
    examples: [
      metadataOf({ authUrl: 'https://auth.example.com', baseUrl: 'https://api.example.com' }),
    ],
  },
)
