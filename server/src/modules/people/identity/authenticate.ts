import { type Principal, type Role, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import type { LocalCache } from '#platform/local-cache'
import { isKeyLike } from './api-keys/api-key.ts'
import { type AuthenticateApiKeyDeps, principalOfApiKey } from './api-keys/authenticate-api-key.ts'
import { fail } from './failures.ts'
import { accessTokenHash, findPrincipalOfApp } from './oauth/grants/access-token.ts'
import { findLiveSession } from './sessions/session-store.ts'
import { isCompanionToken, type Tokens } from './tokens.ts'

/** The two headers that may carry a credential, unparsed. */
export type CredentialHeaders = {
  readonly authorization: string | undefined
  readonly 'x-api-key': string | undefined
}

/** The address of the client. */
export type Caller = { readonly address: string }

export type AuthenticateDeps = AuthenticateApiKeyDeps & {
  readonly database: Database
  readonly tokens: Tokens
  readonly principals: LocalCache<Principal>
  readonly now: Clock
  /** People with one of these roles must have a second factor. */
  readonly mfaRequiredRoles: readonly Role[]
}

/**
 * The only place that turns a credential into a principal. Undefined without a credential; throws if the credential
 * is invalid. The shape of a bearer decides its kind, without trying: three parts are a first-party token, whose header
 * says of which kind, and anything else is an opaque token of a partner app.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { authorization, 'x-api-key': apiKey }: CredentialHeaders,
  caller?: Caller,
): Promise<Principal | undefined> {
  if (authorization !== undefined && apiKey !== undefined) throw fail('ambiguous_credentials')
  if (apiKey !== undefined) return principalOfApiKey(deps, apiKey, caller?.address)
  if (authorization === undefined) return undefined

  const [scheme, token, ...rest] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw fail('credentials_invalid')
  }
  if (isKeyLike(token)) throw fail('api_key_as_bearer')
  if (token.split('.').length !== 3) return principalOfAccessToken(deps, token)
  return isCompanionToken(token)
    ? principalOfCompanion(deps, token)
    : principalOfSession(deps, token)
}

/** It has no role and no scope: only a route that says so takes it. */
async function principalOfCompanion(deps: AuthenticateDeps, token: string): Promise<Principal> {
  const claims = await deps.tokens.verifyCompanion(token, deps.now())
  const { userId, companyId, tokenId: id, tokens, expiresAt } = claims
  return {
    kind: 'companion',
    id: userId,
    companyId: companyId as Id<'co'>,
    roles: new Set(),
    scopes: new Set(),
    expiresAt,
    allowance: { id, tokens, expiresAt },
  }
}

async function principalOfSession(deps: AuthenticateDeps, token: string): Promise<Principal> {
  const now = deps.now()
  const claims = await deps.tokens.verifyAccess(token, now)
  return { ...(await livePerson(deps, claims, now)), expiresAt: claims.expiresAt }
}

type Session = {
  readonly companyId: string
  readonly sessionId: string
  readonly userId: string
}

/** Throws if the session has ended, or the person may no longer act in that company. */
export async function livePerson(
  deps: AuthenticateDeps,
  { companyId, sessionId, userId }: Session,
  now: Date,
): Promise<Principal> {
  const known = await deps.principals.load(`session/${sessionId}`, async () => {
    const session = await findLiveSession(deps.database.pool, companyId, sessionId, userId, now)
    if (!session) throw fail('credentials_invalid')
    const roles = new Set(session.roles)
    return {
      kind: 'person',
      id: userId as Id<'usr'>,
      companyId: companyId as Id<'co'>,
      roles,
      scopes: scopesOfRoles(roles),
      email: session.email,
      name: session.name,
      sessionId,
      ...(session.unitRoles.length > 0 && { unitRoles: session.unitRoles }),
      ...(session.unitId !== undefined && { unitId: session.unitId }),
      ...(session.locale !== undefined && { locale: session.locale }),
      authenticatedAt: session.authenticatedAt,
      mustEnrol: !session.hasSecondFactor && deps.mfaRequiredRoles.some((role) => roles.has(role)),
    }
  })
  // The cache is keyed by session: if a token names another person or company for it, this service did not issue that
  // token.
  if (known.id !== userId || known.companyId !== companyId) throw fail('credentials_invalid')
  return known
}

async function principalOfAccessToken(deps: AuthenticateDeps, token: string): Promise<Principal> {
  const now = deps.now()
  const hash = accessTokenHash(token)
  if (!hash) throw fail('credentials_invalid')
  const principal = await deps.principals.load(`app/${hash.toString('hex')}`, async () => {
    const found = await findPrincipalOfApp(deps.database, hash, now)
    if (!found) throw fail('credentials_invalid')
    return found
  })
  if (principal.expiresAt && principal.expiresAt <= now) throw fail('credentials_expired')
  return principal
}
