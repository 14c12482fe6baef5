import { Type } from 'typebox'
import {
  AuthorizeQuery,
  NamedTokenForm,
  OAuthErrorView,
  TokenForm,
  TokenStateView,
  TokensView,
} from './endpoint-schemas.ts'

/** The library checks every parameter itself, and more strictly than a schema could. */
const AnyQuery = Type.Object({}, { additionalProperties: true })

const tags = ['Identity']

/** An app with a secret sends it as HTTP Basic or in the form. An app without one has only its id. */
const security = [{}, { oauthClient: [] }]

const refusal = (description: string, error: string, explanation: string) => ({
  description,
  content: {
    'application/json': {
      schema: OAuthErrorView,
      example: { error, error_description: explanation },
    },
  },
})

const refusals = {
  400: refusal(
    'The request or the code is not valid. `error` says why (RFC 6749, 5.2).',
    'invalid_grant',
    'grant request is invalid',
  ),
  401: refusal(
    'The app is unknown, or its secret is wrong.',
    'invalid_client',
    'client authentication failed',
  ),
  '4xx': OAuthErrorView,
  '5xx': OAuthErrorView,
}

const errorPage = {
  description:
    'The app or its address is unknown, or the request cannot be read. The service does not send the person back to the app.',
  content: {
    'text/html': { schema: Type.String(), example: '<!doctype html><html lang="en">…</html>' },
  },
}

/** What the OpenAPI document says of the endpoints of the authorization server. */
export const operations = {
  authorize: {
    config: { access: 'public', rateLimit: 'auth', described: { querystring: AuthorizeQuery } },
    schema: {
      operationId: 'authorizeApp',
      summary: 'Authorize an app',
      description:
        'The authorization page (RFC 6749, 4.1.1, with PKCE). A browser opens it. It leads over the sign-in and the consent back to the app, with `code`, `state` and `iss`, or with `error`.',
      tags,
      querystring: AnyQuery,
      response: {
        303: {
          description: 'To the sign-in, to the consent, or back to `redirect_uri` of the app.',
        },
        400: errorPage,
        '4xx': OAuthErrorView,
        '5xx': OAuthErrorView,
      },
    },
  },
  token: {
    config: { access: 'public', rateLimit: 'auth', described: { form: TokenForm, security } },
    schema: {
      operationId: 'exchangeToken',
      summary: 'Exchange a code or a refresh token',
      description:
        'The token endpoint (RFC 6749, 4.1.3 and 6). A code works once, for a minute. An app with a secret sends it as HTTP Basic or in the form. An app without a secret gets a new refresh token each time.',
      tags,
      querystring: AnyQuery,
      response: { 200: TokensView, ...refusals },
    },
  },
  revoke: {
    config: { access: 'public', rateLimit: 'auth', described: { form: NamedTokenForm, security } },
    schema: {
      operationId: 'revokeToken',
      summary: 'Revoke a token',
      description:
        'Ends the access of the app for this person (RFC 7009). An unknown token is not an error. An app with a secret sends it as HTTP Basic or in the form.',
      tags,
      querystring: AnyQuery,
      response: {
        200: { description: 'The token is not valid any more. The answer is empty.', content: {} },
        ...refusals,
      },
    },
  },
  introspect: {
    config: { access: 'public', rateLimit: 'auth', described: { form: NamedTokenForm, security } },
    schema: {
      operationId: 'introspectToken',
      summary: 'Introspect a token',
      description:
        'Says what a token of the app allows (RFC 7662), and nothing about tokens of others. An app with a secret sends it as HTTP Basic or in the form.',
      tags,
      querystring: AnyQuery,
      response: { 200: TokenStateView, ...refusals },
    },
  },
  /** A step between the pages. No app calls it. */
  resume: {
    config: { access: 'public', rateLimit: 'auth' },
    schema: { hide: true, querystring: AnyQuery },
  },
} as const
