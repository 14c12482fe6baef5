import { type Principal, scopesOfRoles } from '#kernel/actor'
import type { Database } from '#platform/db'
import { storedHash } from './stored-hash.ts'
import { findLiveAccess } from './token-store.ts'

/** How they look: 256 random bits. Everything else costs no look at the database. */
const shape = /^[\w-]{43}$/

/** The key under which a principal is cached, or undefined for what is no access token of ours. */
export function accessTokenHash(token: string): Buffer | undefined {
  return shape.test(token) ? storedHash('AccessToken', token) : undefined
}

/**
 * Whom a partner app's token stands for: the person who consented, as far as token, consent, app and the person's
 * role of today all reach. Undefined when any of them is gone.
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
    // Roles act for people who came themselves. An app has its scopes and nothing else.
    roles: new Set(),
    scopes: new Set(access.scopes.filter((scope) => allowed.has(scope))),
    email: access.email,
    name: access.name,
    clientId: access.appId,
    expiresAt: access.expiresAt,
  }
}
