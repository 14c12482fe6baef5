import { type Principal, scopesOfRoles } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { type AuthenticateApiKeyDeps, principalOfApiKey } from './api-keys/authenticate-api-key.ts'
import { fail } from './failures.ts'
import type { PrincipalCache } from './principal-cache.ts'
import { findLiveSession } from './store.ts'
import type { Tokens } from './tokens.ts'

/** The two carriers of a credential, as they came. */
export type CredentialHeaders = {
  readonly authorization: string | undefined
  readonly 'x-api-key': string | undefined
}

/** Where the request comes from. */
export type Caller = { readonly address: string }

export type AuthenticateDeps = AuthenticateApiKeyDeps & {
  readonly database: Database
  readonly tokens: Tokens
  readonly principals: PrincipalCache
  readonly now: Clock
}

/**
 * The one place where a credential becomes a principal. Undefined without any credential; a credential
 * that is there and not good throws. What a bearer is follows from its shape and is never tried out:
 * three parts are a first-party token.
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
  if (token.split('.').length !== 3) throw fail('credentials_invalid')
  return principalOfSession(deps, token)
}

async function principalOfSession(deps: AuthenticateDeps, token: string): Promise<Principal> {
  const now = deps.now()
  const claims = await deps.tokens.verifyAccess(token, now)
  const { companyId, sessionId, userId, expiresAt } = claims
  const known = await deps.principals.get(`session/${sessionId}`, now, async () => {
    const session = await findLiveSession(deps.database.pool, companyId, sessionId, userId, now)
    if (!session) throw fail('credentials_invalid')
    const roles = new Set(session.roles)
    return {
      kind: 'person',
      id: session.userId,
      companyId: session.companyId,
      roles,
      scopes: scopesOfRoles(roles),
      email: session.email,
      name: session.name,
      sessionId,
    }
  })
  // The cache is keyed by session: a token that names another person or company in it is no token of ours.
  if (known.id !== userId || known.companyId !== companyId) throw fail('credentials_invalid')
  return { ...known, expiresAt }
}
