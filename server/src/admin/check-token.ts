import { createHash } from 'node:crypto'
import { Failure } from '#kernel/failure'
import { type Clock, secondsMs } from '#kernel/time'
import type { AccessVerifier } from '#modules/identity'
import type { Cache } from '#platform/cache'
import { failIdentity } from '#platform/http'
import type { Api, Caller } from './api.ts'
import type { PrincipalView } from './principal.ts'

/** Says whom an access token stands for, or throws: 401 when for nobody, 503 when the API cannot be asked. */
export type CheckToken = {
  /** `known`: whom it stood for when the API was asked last, for a check that sees no more than the token. */
  principalOf(token: string, caller: Caller, known?: PrincipalView): Promise<PrincipalView>
  /** After signing out, so that no answer from before is used again. */
  forget(token: string): Promise<void>
}

type Deps = { readonly api: Api; readonly cache: Cache; readonly now: Clock }

const successMs = secondsMs(30)
const refusalMs = secondsMs(5)
const longestToken = 4_096

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
      await cache.delete(keyOf(token)).catch(() => undefined)
    },
  }
}

/**
 * By the secret, without a question to the API. The token does not say what its person may do, so whom it stands for
 * comes from the session that the API opened or refreshed last, and must be the same one. A token that the secret
 * does not explain, signed with a newer one for example, is left to the API.
 */
export function checkWithSecret(
  verify: AccessVerifier,
  fallback: CheckToken,
  now: Clock,
): CheckToken {
  return {
    principalOf: async (token, caller, known) => {
      const claims = await verify(token, now()).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'identity.credentials_expired') throw error
        return undefined
      })
      const isKnown = claims && known?.id === claims.userId && known.companyId === claims.companyId
      if (!isKnown || known.sessionId !== claims.sessionId) {
        return fallback.principalOf(token, caller)
      }
      return { ...known, expiresAt: claims.expiresAt.toISOString() }
    },
    forget: (token) => fallback.forget(token),
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
