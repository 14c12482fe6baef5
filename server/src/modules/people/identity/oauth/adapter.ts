import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { type Scope, scopes } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import {
  deleteBrowserEntry,
  findBrowserEntry,
  findBrowserEntryByUid,
  upsertBrowserEntry,
} from './grants/browser-store.ts'
import type { EndGrant } from './grants/end-grant.ts'
import { findGrant, upsertGrant } from './grants/grant-store.ts'
import { storedHash } from './grants/stored-hash.ts'
import {
  deleteToken,
  deleteTokensOfGrant,
  findGrantIdOfToken,
  findToken,
  markTokenConsumed,
  type TokenKind,
  upsertToken,
} from './grants/token-store.ts'

export type AdapterDeps = {
  readonly database: Database
  readonly now: Clock
  /** Called after access was revoked: caches of credentials must be cleared. */
  readonly onRevoked: () => void
  readonly endGrant: EndGrant
  readonly findClient: (appId: string) => Promise<AdapterPayload | undefined>
}

/** The storage of oidc-provider. Kinds that none of our routes creates have no storage, and throw. */
export function createAdapterFactory(deps: AdapterDeps): (kind: string) => Adapter {
  return (kind) => {
    switch (kind) {
      case 'Client':
        return { ...unsupportedAdapter(kind), find: (id) => deps.findClient(id) }
      case 'Grant':
        return grantAdapter(deps)
      case 'AccessToken':
      case 'AuthorizationCode':
      case 'RefreshToken':
        return tokenAdapter(deps, kind)
      case 'Session':
      case 'Interaction':
        return browserAdapter(deps, kind)
      default:
        return unsupportedAdapter(kind)
    }
  }
}

function unsupportedAdapter(kind: string): Adapter {
  const refuse = async () => {
    throw new Error(`${kind} is not part of this authorization server`)
  }
  const nothing = async () => undefined
  return {
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    find: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
    revokeByGrantId: nothing,
  }
}

function grantAdapter({ database, now, endGrant }: AdapterDeps): Adapter {
  return {
    ...unsupportedAdapter('Grant'),
    upsert: async (id, payload) => {
      const { accountId: userId = '', clientId: appId = '' } = payload
      const granted = scopesOfGrant(payload)
      await database.transaction(async (tx) => {
        const at = now()
        const grant = { id, appId, userId, scopes: granted, payload, expiresAt: endOf(payload) }
        const companyId = await upsertGrant(tx, grant, at)
        if (!companyId) throw new errors.InvalidGrant('the app or its consent is gone')
        recordAudit(tx, {
          companyId,
          actor: { kind: 'person', id: userId, companyId, roles: new Set(), scopes: new Set() },
          action: 'identity.oauth_access_given',
          target: { type: 'oauth_app', id: appId },
          outcome: 'done',
          details: { grantId: id, scopes: granted },
          now: at,
        })
      })
    },
    find: async (id) => {
      const grant = await findGrant(database.pool, id)
      return grant && { ...grant.payload, jti: id }
    },
    destroy: async (id) => {
      // At the token endpoint a grant is revoked for one reason: a used code or token came again.
      const isReuse = Provider.ctx?.oidc.route === 'token'
      await endGrant(id, isReuse ? 'identity.oauth_token_reused' : 'identity.oauth_access_ended')
    },
  }
}

function tokenAdapter(deps: AdapterDeps, kind: TokenKind): Adapter {
  const { database, now, onRevoked, endGrant } = deps
  const { pool } = database
  return {
    ...unsupportedAdapter(kind),
    upsert: async (id, { jti: _jti, ...payload }) => {
      const { grantId = '', scope = '' } = payload
      const token = {
        hash: storedHash(kind, id),
        kind,
        grantId,
        scopes: scope.split(' ').filter(Boolean),
        payload,
        expiresAt: endOf(payload),
      }
      const isWritten = await upsertToken(pool, token, now()).catch((error: unknown) => {
        // Somebody destroyed the grant between the read and this write, so its foreign key fails.
        if (isForeignKeyViolation(error)) return false
        throw error
      })
      if (!isWritten) throw new errors.InvalidGrant('the grant is gone')
    },
    find: async (id) => {
      const stored = await findToken(pool, kind, storedHash(kind, id))
      if (!stored) return undefined
      const consumed = stored.consumedAt && Math.floor(stored.consumedAt.getTime() / 1000)
      return { ...stored.payload, jti: id, ...(consumed ? { consumed } : {}) }
    },
    consume: async (id) => {
      const hash = storedHash(kind, id)
      if (await markTokenConsumed(pool, hash, now())) return
      // It was there a moment ago, so somebody else has just used it: one of the two is a thief.
      const grantId = await findGrantIdOfToken(pool, hash)
      if (grantId) await endGrant(grantId, 'identity.oauth_token_reused')
      throw new errors.InvalidGrant('already used')
    },
    destroy: async (id) => {
      await deleteToken(pool, storedHash(kind, id))
      onRevoked()
    },
    revokeByGrantId: async (grantId) => {
      await deleteTokensOfGrant(pool, kind, grantId)
      if (kind === 'AccessToken') onRevoked()
    },
  }
}

function browserAdapter(
  { database: { pool } }: AdapterDeps,
  kind: 'Session' | 'Interaction',
): Adapter {
  return {
    ...unsupportedAdapter(kind),
    upsert: (id, { jti: _jti, ...payload }) =>
      upsertBrowserEntry(pool, {
        hash: storedHash(kind, id),
        kind,
        uidHash: kind === 'Session' && payload.uid ? storedHash('uid', payload.uid) : undefined,
        userId: kind === 'Session' ? payload.accountId : undefined,
        payload: withoutCookie(payload),
        expiresAt: endOf(payload),
      }),
    find: async (id) => {
      const payload = await findBrowserEntry(pool, kind, storedHash(kind, id))
      return payload && { ...payload, jti: id }
    },
    findByUid: async (uid) => findBrowserEntryByUid(pool, storedHash('uid', uid)),
    destroy: (id) => deleteBrowserEntry(pool, storedHash(kind, id)),
  }
}

/** Removes the session's cookie id from an interaction, so that it is not stored: nobody reads it there. */
function withoutCookie(payload: AdapterPayload): Record<string, unknown> {
  const { session, ...rest } = payload
  if (!session) return rest
  const { cookie: _cookie, ...kept } = session
  return { ...rest, session: kept }
}

const knownScopes: ReadonlySet<string> = new Set(scopes)

/** The scopes that were granted and not refused since, for any resource: there is only one. */
export function scopesOfGrant(payload: Record<string, unknown>): Scope[] {
  const { resources, rejected } = payload as {
    resources?: Record<string, string>
    rejected?: { resources?: Record<string, string> }
  }
  const refused = new Set(listOf(rejected?.resources))
  return listOf(resources).filter(
    (scope) => knownScopes.has(scope) && !refused.has(scope),
  ) as Scope[]
}

function listOf(resources: Record<string, string> | undefined): string[] {
  return Object.values(resources ?? {}).flatMap((text) => text.split(' '))
}

function endOf({ exp }: { exp?: number | undefined }): Date {
  if (exp === undefined) throw new Error('everything that is kept has an end')
  return new Date(exp * 1000)
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '23503'
}
