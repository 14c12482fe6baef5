import { type Principal, scopesOfRoles } from '#kernel/actor'
import type { Database } from '#platform/db'
import { storedHash } from './stored-hash.ts'
import { findLiveAccess } from './token-store.ts'

/** The shape of an access token: 256 random bits. Anything else needs no database query. */
const shape = /^[\w-]{43}$/

/** The key under which a principal is cached. Undefined for text that is no access token of ours. */
export function accessTokenHash(token: string): Buffer | undefined {
  return shape.test(token) ? storedHash('AccessToken', token) : undefined
}

/**
 * The principal of a partner app's token: the person who consented, limited by token, consent, app and the person's
 * present roles. Undefined if any of them is gone.
 */
export async function findPrincipalOfApp(
  { pool }: Pick<Database, 'pool'>,
  hash: Buffer,
  now: Date,
): Promise<Principal | undefined> {
  const access = await findLiveAccess(pool, hash)
  if (!access || access.expiresAt <= now) return undefined
  const allowed = scopesOfRoles(access.roles)
  return {
    kind: 'oauth_app',
    id: access.userId,
    companyId: access.companyId,
    // Roles belong to people who act themselves. An app has only its scopes.
    roles: new Set(),
    scopes: new Set(access.scopes.filter((scope) => allowed.has(scope))),
    email: access.email,
    name: access.name,
    clientId: access.appId,
    ...(access.unitId !== undefined && { unitId: access.unitId }),
    expiresAt: access.expiresAt,
    ...(access.locale === undefined ? {} : { locale: access.locale }),
  }
}
