import { createHash } from 'node:crypto'
import { Failure } from '#kernel/failure'
import { type Clock, minutesMs, secondsMs } from '#kernel/time'
import type { AccessClaims, AccessVerifier } from '#modules/identity'
import type { Cache } from '#platform/cache'
import { failIdentity } from '#platform/http'
import type { Api, Caller } from './api.ts'
import type { PrincipalView } from './principal.ts'

/** Says whom an access token stands for, or throws: 401 when for nobody, 503 when the API cannot be asked. */
export type CheckToken = {
  /** `known`: whom it stood for when the API was asked last, for a check that sees no more than the token. */
  principalOf(token: string, caller: Caller, known?: Known): Promise<PrincipalView>
  /** After signing out, or when the API refused it: from now on it is refused here, too. */
  forget(token: string): Promise<void>
}

/** What the API said of a session, and when, in milliseconds since 1970. */
export type Known = { readonly principal: PrincipalView; readonly at: number }

type Deps = { readonly api: Api; readonly cache: Cache; readonly now: Clock }

const successMs = secondsMs(30)
const refusalMs = secondsMs(5)
const longestToken = 4_096
/** No access token lives longer (AUTH_ACCESS_TOKEN_SECONDS): after that it needs no reminder that it is over. */
const longestLifeMs = minutesMs(60)

/** By `GET /auth/me`, remembered for some seconds. Nothing that went wrong on the API's side is remembered. */
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

/**
 * By the secret, without a question to the API. The token says neither what its person may do nor whether its session
 * has been ended, so that comes from what the API said last, of this very session, and is believed for as long as the
 * other check believes it. A token that the secret does not explain, signed with a newer one for example, is left to
 * the API.
 */
export function checkWithSecret(
  verify: AccessVerifier,
  fallback: CheckToken,
  { cache, now }: Pick<Deps, 'cache' | 'now'>,
): CheckToken {
  return {
    principalOf: async (token, caller, known) => {
      const claims = await verify(token, now()).catch(async (error: unknown) => {
        if (!(error instanceof Failure && error.code === 'identity.credentials_expired')) {
          return undefined
        }
        // What was refused before it expired goes on being refused in the same words, as in the other check.
        const kept = await find(cache, keyOf(token))
        if (kept?.refusal) principalIn(kept, now())
        throw error
      })
      if (!claims || !known || !isOf(claims, known.principal) || isOld(known, now())) {
        return fallback.principalOf(token, caller)
      }
      const kept = await find(cache, keyOf(token))
      if (kept?.refusal) return principalIn(kept, now())
      return { ...known.principal, expiresAt: claims.expiresAt.toISOString() }
    },
    forget: (token) => fallback.forget(token),
  }
}

function isOf({ userId, companyId, sessionId }: AccessClaims, known: PrincipalView): boolean {
  return known.id === userId && known.companyId === companyId && known.sessionId === sessionId
}

function isOld({ at }: Known, now: Date): boolean {
  return now.getTime() - at >= successMs
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
