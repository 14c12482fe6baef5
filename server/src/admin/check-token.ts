import { createHash } from 'node:crypto'
import { scopesOfRoles } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { type Clock, minutesMs, secondsMs } from '#kernel/time'
import { type AccessClaims, createAccessVerifier, namesKnownKey } from '#modules/identity'
import type { Cache } from '#platform/cache'
import { failIdentity } from '#platform/http'
import type { Api, Caller } from './api.ts'
import type { PrincipalView } from './principal.ts'

/** Says whom an access token stands for, or throws: 401 when for nobody, 503 when the API cannot be asked. */
export type CheckToken = {
  principalOf(token: string, caller: Caller): Promise<PrincipalView>
  /** After signing out, or when the API refused it: from now on it is refused here, too. */
  forget(token: string): Promise<void>
}

type Deps = { readonly api: Api; readonly cache: Cache; readonly now: Clock }

const successMs = secondsMs(30)
const refusalMs = secondsMs(5)
const longestToken = 4_096
/** No access token lives longer (AUTH_ACCESS_TOKEN_SECONDS): after that it needs no reminder that it is over. */
const longestLifeMs = minutesMs(60)

/** By `GET /auth/me`, cached for some seconds. Nothing that went wrong on the API's side is cached. */
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
      // Many requests of one page come together, and one question answers all of them.
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

/** What a token says, or `undefined` where this runtime cannot decide it: the API can. Throws 401 for a bad token. */
export type ReadToken = (token: string, now: Date) => Promise<AccessClaims | undefined>

/**
 * By JWT_ACCESS_SECRET. A token that is not a JWT, names a key that is not known here, or has no roles is left to the API.
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
 * Without a question to the API: signature, audience, expiry and the roles in the token decide. Whatever it lets through
 * goes to the API, which asks whether the session lives and goes by the roles of the moment.
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

type Refused = { readonly code: string; readonly status: number; readonly message: string }
type Kept = { readonly principal?: PrincipalView; readonly refusal?: Refused }

/** Of the whole token: a shorter key would let one token answer for another. */
function keyOf(token: string): string {
  return `admin/token/${createHash('sha256').update(token).digest('hex')}`
}

/** Without the cache each request asks the API: slower, and never more trusting. */
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
  if (refusal) throw new Failure(refusal.code, refusal, {})
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

function viewRefusal({ code, status, message }: Failure): Refused {
  return { code, status, message }
}
