import { type Scope, scopes } from '#kernel/actor'
import { type ScopedAccess, scopeOf } from '../guarding/access.ts'
import type { Access } from '../types.ts'
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
  if (access === 'public' || access === 'signed') return []
  if (access === 'credential') return [{ apiKey: [] }, { bearer: [] }, { oauth2: [] }]
  if (isScoped(access)) return [{ apiKey: [] }, { bearer: [] }, { oauth2: [scopeOf(access)] }]
  const isForOperators = access === 'operator' || access === 'health' || access === 'metrics'
  return [isForOperators ? { operator: [] } : { bearer: [] }]
}

const accessDescriptions: Readonly<Record<Exclude<Access, ScopedAccess>, string>> = {
  public: 'Open to everybody.',
  signed: 'The sender signs the body, and the service checks the signature.',
  credential: 'For everybody with a credential: people, API keys and partner apps.',
  person: 'For people who are signed in. API keys and partner apps are refused.',
  company_admin: 'For administrators of a company who are signed in.',
  accountant: 'For accountants and administrators of a company who are signed in.',
  operator: 'For operators of the platform.',
  supplier_admin: 'For administrators of a supplier who are signed in, and for operators.',
  health: 'For operators, or with the token for health probes.',
  metrics: 'For operators, or with the token for metrics.',
}

export function describeAccess(access: Access): string {
  if (!isScoped(access)) return accessDescriptions[access]
  const scope = scopeOf(access)
  const needs = `Needs the scope \`${scope}\`, or a person whose role allows it.`
  return scope === access ? needs : `${needs} Requesters call it for what is their own.`
}

function isScoped(access: Access): access is ScopedAccess {
  return access.startsWith('requester:') || (scopes as readonly string[]).includes(access)
}
