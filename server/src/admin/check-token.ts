import { createHash } from 'node:crypto'
import { scopesOfRoles } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { type Clock, minutesMs, secondsMs } from '#kernel/time'
import { type AccessClaims, createAccessVerifier, namesKnownKey } from '#modules/identity'
import type { Cache } from '#platform/cache'
import { failIdentity } from '#platform/http'
import type { Api, Caller } from './api.ts'
import type { PrincipalView } from './principal.ts'

/** Returns the principal of an access token. Throws 401 for an invalid token, and 503 when the API cannot be reached. */
export type CheckToken = {
  principalOf(token: string, caller: Caller): Promise<PrincipalView>
  /** Called after a sign-out, or when the API refused the token. From now on this runtime refuses it too. */
  forget(token: string): Promise<void>
}

type Deps = { readonly api: Api; readonly cache: Cache; readonly now: Clock }

const successMs = secondsMs(30)
const refusalMs = secondsMs(5)
const longestToken = 4_096
/**
 * No access token lives longer (AUTH_ACCESS_TOKEN_SECONDS). After that this runtime need not remember that the token was revoked.
 */
const longestLifeMs = minutesMs(60)

/** Asks `GET /auth/me`, and caches the answer for some seconds. Failures of the API are not cached. */
export function checkThroughApi({ api, cache, now }: Deps): CheckToken {
  const asking = new Map<string, Promise<PrincipalView>>()

  const ask = async (key: string, token: string, caller: Caller): Promise<PrincipalView> => {
    try {
      const principal = await api.principalOf(token, caller)
      const leftMs = expiryOf(principal) - now().getTime()
      await keep(cache, key, { principal }, Math.min(successMs, leftMs))
      return principal
    } catch (error) {
      if (isRefusal(error)) await keep(cache, key, { refusal: viewRefusal(error) }, refusalMs)
      throw error
    }
  }

  return {
    principalOf: async (token, caller) => {
      if (token.length > longestToken) throw failIdentity('credentials_required')
      const key = keyOf(token)
      const kept = await find(cache, key)
      if (kept) return principalIn(kept, now())
      // Many requests of one page arrive together, and one call to the API answers all of them.
      const first = asking.get(key)
      if (first) return first
      const mine = ask(key, token, caller).finally(() => asking.delete(key))
      asking.set(key, mine)
      return mine
    },
    forget: async (token) => {
      const refusal = viewRefusal(failIdentity('credentials_required'))
      await keep(cache, keyOf(token), { refusal }, longestLifeMs)
    },
  }
}

/** The principal of a token, or `undefined` where only the API can decide. Throws 401 for an invalid token. */
export type ReadToken = (token: string, now: Date) => Promise<AccessClaims | undefined>

/**
 * Checks a token with JWT_ACCESS_SECRET. The API decides about a token that is not a JWT, names a key that is not known here, or
 * has no roles.
 */
export function readWithSecret(secret: string, previous?: string): ReadToken {
  const verify = createAccessVerifier(secret, previous)
  return async (token, now) => {
    if (token.split('.').length !== 3) return undefined
    try {
      const claims = await verify(token, now)
      return claims.roles && claims
    } catch (error) {
      if (!namesKnownKey(token, secret, previous)) return undefined
      throw error
    }
  }
}

/**
 * Decides without a call to the API: by signature, audience, expiry and the roles in the token. Every request that passes goes to
 * the API, which checks that the session is alive and uses the current roles.
 */
export function checkWithSecret(
  read: ReadToken,
  fallback: CheckToken,
  { cache, now }: Pick<Deps, 'cache' | 'now'>,
): CheckToken {
  return {
    principalOf: async (token, caller) => {
      if (token.length > longestToken) throw failIdentity('credentials_required')
      // Signed out here, or refused by the API before.
      const kept = await find(cache, keyOf(token))
      if (kept?.refusal) return principalIn(kept, now())
      const claims = await read(token, now())
      return claims ? principalOfClaims(claims) : fallback.principalOf(token, caller)
    },
    forget: (token) => fallback.forget(token),
  }
}

function principalOfClaims(claims: AccessClaims): PrincipalView {
  const { userId, companyId, sessionId, roles = [], expiresAt } = claims
  return {
    id: userId,
    kind: 'person',
    companyId,
    roles: [...roles],
    scopes: [...scopesOfRoles(new Set(roles))],
    sessionId,
    expiresAt: expiresAt.toISOString(),
  }
}

type Refused = Pick<Failure, 'code' | 'status' | 'message'> & Partial<Pick<Failure, 'details'>>
type Kept = { readonly principal?: PrincipalView; readonly refusal?: Refused }

/** The key is derived from the whole token. A shorter key could let one token answer for another. */
function keyOf(token: string): string {
  return `admin/token/${createHash('sha256').update(token).digest('hex')}`
}

/** Without the cache each request asks the API: slower, and never more permissive. */
async function find(cache: Cache, key: string): Promise<Kept | undefined> {
  try {
    const text = await cache.get(key)
    return text === undefined ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

async function keep(cache: Cache, key: string, value: Kept, ttlMs: number): Promise<void> {
  if (ttlMs > 0) await cache.set(key, JSON.stringify(value), ttlMs).catch(() => undefined)
}

function principalIn({ principal, refusal }: Kept, now: Date): PrincipalView {
  if (refusal) {
    // An entry of an older release has no details.
    const { code, status, message, details = {} } = refusal
    throw new Failure(code, { status, message }, details)
  }
  if (!principal || expiryOf(principal) <= now.getTime()) {
    throw failIdentity('credentials_required')
  }
  return principal
}

function expiryOf({ expiresAt }: PrincipalView): number {
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && (error.status === 401 || error.status === 403)
}

function viewRefusal({ code, status, message, details }: Failure): Refused {
  return { code, status, message, details }
}
