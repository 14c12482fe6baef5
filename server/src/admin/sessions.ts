import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#kernel/failure'
import { type Clock, secondsMs } from '#kernel/time'
import type { Cache } from '#platform/cache'
import { failIdentity, failPlatform } from '#platform/http'
import { createLocalCache } from '#platform/local-cache'
import type { Seal } from '#platform/seal'
import type { Api, Caller, SecondFactor } from './api.ts'
import type { CheckToken } from './check-token.ts'
import { isOperator, type PrincipalView, type Tokens } from './principal.ts'
import type { AdminSession } from './session-cookie.ts'

/** A session that may be used now, and who is behind it. It is another object than was given when it was refreshed. */
export type LiveSession = { readonly session: AdminSession; readonly principal: PrincipalView }

export type Sessions = {
  /** Signs in at the API. Refuses who is not an operator, and leaves no session behind there. */
  open(credentials: { email: string; password: string }, caller: Caller): Promise<LiveSession>
  /** The same for somebody who was asked for a second factor. */
  complete(answer: SecondFactor, caller: Caller): Promise<LiveSession>
  /** Throws 401 when the session is over, 403 when its person is an operator no longer. */
  resume(session: AdminSession, caller: Caller): Promise<LiveSession>
  /** New tokens, whatever the old ones look like: for when the API refused the access token. */
  refresh(session: AdminSession, caller: Caller): Promise<LiveSession>
  /** Throws where the API could not be told. */
  close(session: AdminSession, caller: Caller): Promise<void>
}

export type SessionsDeps = {
  readonly api: Api
  readonly check: CheckToken
  readonly cache: Cache
  readonly seal: Seal
  readonly now: Clock
}

/** Refreshed a little early: a token must not end on its way to the API. */
const marginMs = secondsMs(5)

export function createSessions(deps: SessionsDeps): Sessions {
  const { api, check, now } = deps
  const refreshOnce = refresher(deps)

  const refresh = async (session: AdminSession, caller: Caller): Promise<LiveSession> => {
    const refreshed = await refreshOnce(session, caller)
    return { session: refreshed, principal: refreshed.principal }
  }

  const begin = async (tokens: Tokens, caller: Caller): Promise<LiveSession> => {
    const session = await sessionOf(deps, tokens, caller)
    return { session, principal: session.principal }
  }

  return {
    open: async (credentials, caller) => begin(await api.signIn(credentials, caller), caller),
    complete: async (answer, caller) => begin(await api.completeSignIn(answer, caller), caller),
    resume: async (session, caller) => {
      if (session.accessUntil - marginMs <= now().getTime()) return refresh(session, caller)
      try {
        const principal = await check.principalOf(session.accessToken, caller)
        requireOperator(principal)
        return { session, principal }
      } catch (error) {
        if (error instanceof Failure && error.status === 401) return refresh(session, caller)
        throw error
      }
    },
    refresh,
    close: async (session, caller) => {
      const { session: live } = await refreshWhenOver(session, now, () => refresh(session, caller))
      await check.forget(session.accessToken)
      await api.signOut(live.accessToken, caller)
    },
  }
}

async function refreshWhenOver(
  session: AdminSession,
  now: Clock,
  refresh: () => Promise<LiveSession>,
): Promise<LiveSession> {
  const isOver = session.accessUntil - marginMs <= now().getTime()
  return isOver ? refresh() : { session, principal: session.principal }
}

async function sessionOf(
  { api, check, now }: SessionsDeps,
  tokens: Tokens,
  caller: Caller,
  before?: AdminSession,
): Promise<AdminSession> {
  const { accessToken, refreshToken, expiresIn } = tokens
  const principal = await check.principalOf(accessToken, caller).catch((error: unknown) => {
    // The old refresh token is used up: losing the new one because of a hiccup would end the session.
    if (before && error instanceof Failure && error.status >= 429) return before.principal
    throw error
  })
  if (!isOperator(principal)) {
    await api.signOut(accessToken, caller).catch(() => undefined)
    requireOperator(principal)
  }
  const accessUntil = now().getTime() + secondsMs(expiresIn)
  return { accessToken, refreshToken, accessUntil, principal }
}

function requireOperator(principal: PrincipalView): void {
  if (!isOperator(principal)) throw failIdentity('access_denied', { needs: 'operator' })
}

/** For so long the answer to an old cookie is the session that replaced it, and nobody refreshes with it again. */
const graceMs = secondsMs(60)
const refreshedMax = 1_000

/**
 * A refresh token works once, and one that comes twice ends its session. But a browser sends many requests with one
 * cookie, also to several of our processes, and some arrive after the first was answered: all of them get one result.
 */
function refresher(deps: SessionsDeps) {
  const refreshed = createLocalCache<AdminSession>({
    entriesMax: refreshedMax,
    ttlMs: graceMs,
    now: () => deps.now().getTime(),
  })
  return async (session: AdminSession, caller: Caller): Promise<AdminSession> => {
    const key = createHash('sha256').update(session.refreshToken).digest('hex')
    return refreshed.load(key, () => refreshTogether(deps, key, session, caller))
  }
}

/** One of all processes asks the API; the others wait for what it puts into the cache. */
async function refreshTogether(
  deps: SessionsDeps,
  key: string,
  session: AdminSession,
  caller: Caller,
): Promise<AdminSession> {
  const { api, cache, seal } = deps
  const resultKey = `admin/refreshed/${key}`
  const lockKey = `admin/refreshing/${key}`
  if (await isTaken(cache, lockKey)) return readResult(deps, resultKey)
  try {
    const tokens = await api.refresh(session.refreshToken, caller)
    const refreshed = await sessionOf(deps, tokens, caller, session)
    const sealed = seal.seal(JSON.stringify(refreshed), resultKey)
    await cache.set(resultKey, sealed, graceMs).catch(() => undefined)
    return refreshed
  } catch (error) {
    await cache.delete(lockKey).catch(() => undefined)
    throw error
  }
}

/** Without the cache every process is alone, and says so to itself. */
async function isTaken(cache: Cache, lockKey: string): Promise<boolean> {
  return (await cache.increment(lockKey, 1, graceMs).catch(() => 1)) > 1
}

const waitMs = 50
const waitsMax = 100

async function readResult({ cache, seal }: SessionsDeps, key: string): Promise<AdminSession> {
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const sealed = await cache.get(key).catch(() => undefined)
    if (sealed !== undefined) return JSON.parse(seal.open(sealed, key)) as AdminSession
    await pause(waitMs)
  }
  throw failPlatform('dependency_down', { dependency: 'api' })
}
