import type { Scope } from '#kernel/actor'
import { type Access, definedAccesses } from '../guarding/accesses.ts'
import type { Json } from './schemas.ts'

const scopeMeanings: Readonly<Record<Scope, string>> = {
  'products:read': 'Search products, quotes and streams; read images, rates and locales.',
  'orders:read': 'Read carts, checkouts and orders.',
  'orders:write': 'Change carts, check out, place and change orders.',
  'payments:read': 'Read payments and refunds.',
  'payments:write': 'Hand over to payment, capture and refund.',
  'support:read': 'Read support tickets.',
  'support:write': 'Open and answer support tickets.',
  'webhooks:manage': 'Manage webhook subscriptions, deliveries and their replay.',
}

export const securitySchemes: Json = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'For integrations between servers. The scopes of the key decide what it may do.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a person, from `POST /auth/login`. The roles of the person decide what it may do. The token is a JWT, issued and checked by RFC8725.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of an operator of the platform, who has a second factor. The token is a JWT, issued and checked by RFC8725.',
  },
  oauth2: {
    type: 'oauth2',
    description: [
      'For partner apps that act for a person of the company that authorized them. The flow always needs PKCE with',
      'S256. The endpoints are listed at `/.well-known/oauth-authorization-server`. A person can grant fewer scopes than',
      'the app asked for: read `scope` in the answer. An app without a secret gets a new refresh token each time.',
      'Refresh one at a time: a refresh token that is used twice ends the access. Access tokens last an hour, refresh',
      'tokens 30 days, a consent 90. Access tokens are opaque, so they are no JWT and RFC8725 does not apply to them.',
    ].join(' '),
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: scopeMeanings,
      },
    },
  },
}

/** A caller needs one of these. */
export function securityOf(access: Access): readonly Json[] {
  const { opensTo, scope, needs } = definedAccesses[access]
  if (opensTo === 'everybody') return []
  if (opensTo === 'credentials') return [{ apiKey: [] }, { bearer: [] }, { oauth2: [] }]
  if (scope) return [{ apiKey: [] }, { bearer: [] }, { oauth2: [scope] }]
  return [needs === 'operator' ? { operator: [] } : { bearer: [] }]
}

export function describeAccess(access: Access): string {
  const { description, scope } = definedAccesses[access]
  const needs = scope && `Needs the scope \`${scope}\`, or a person whose role allows it.`
  return [needs ?? [], description ?? []].flat().join(' ')
}
