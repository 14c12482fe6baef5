import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#kernel/failure'
import { type Clock, secondsMs } from '#kernel/time'
import type { Cache } from '#platform/cache'
import { failPlatform } from '#platform/http'
import { createLocalCache } from '#platform/local-cache'
import type { Seal } from '#platform/seal'
import type { Api, Caller, SecondFactor } from './api.ts'
import type { CheckToken } from './check-token.ts'
import type { PrincipalView, Tokens } from './principal.ts'
import type { AdminSession } from './session-cookie.ts'

/** A session that may be used now, and its principal. A refresh returns another object than the caller passed. */
export type LiveSession = { readonly session: AdminSession; readonly principal: PrincipalView }

export type Sessions = {
  /** Signs in at the API. Refuses everybody whom these pages are not for, and then leaves no session at the API. */
  open(credentials: { email: string; password: string }, caller: Caller): Promise<LiveSession>
  /** Completes a sign-in that needed a second factor. */
  complete(answer: SecondFactor, caller: Caller): Promise<LiveSession>
  /** Begins a session with tokens that the API has just issued. */
  begin(tokens: Tokens, caller: Caller): Promise<LiveSession>
  /** Throws 401 when the session is over, and 403 when these pages are no longer for its person. */
  resume(session: AdminSession, caller: Caller): Promise<LiveSession>
  /** Gets new tokens even when the old ones look valid, because the API refused the access token. */
  refresh(session: AdminSession, caller: Caller): Promise<LiveSession>
  /** Throws when the API cannot be reached. */
  close(session: AdminSession, caller: Caller): Promise<void>
}

export type SessionsDeps = {
  readonly api: Api
  readonly check: CheckToken
  readonly cache: Cache
  readonly seal: Seal
  readonly now: Clock
  /** The pages that the sessions are for. Part of the names in the cache. */
  readonly pages: 'admin' | 'account'
  /** Throws for a principal whom the pages are not for. */
  readonly requireAllowed: (principal: PrincipalView) => void
}

/** Refreshes a little early, so that a token does not expire on its way to the API. */
const marginMs = secondsMs(5)

export function createSessions(deps: SessionsDeps): Sessions {
  const { api, check, now, requireAllowed } = deps
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
    begin,
    complete: async (answer, caller) => begin(await api.completeSignIn(answer, caller), caller),
    resume: async (session, caller) => {
      if (session.accessUntil - marginMs <= now().getTime()) return refresh(session, caller)
      try {
        const principal = await check.principalOf(session.accessToken, caller)
        requireAllowed(principal)
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
  { api, check, now, requireAllowed }: SessionsDeps,
  tokens: Tokens,
  caller: Caller,
  before?: AdminSession,
): Promise<AdminSession> {
  const { accessToken, refreshToken, expiresIn } = tokens
  const principal = await check.principalOf(accessToken, caller).catch((error: unknown) => {
    // The old refresh token is used up. Losing the new one through a short failure would end the session.
    if (before && error instanceof Failure && error.status >= 429) return before.principal
    throw error
  })
  try {
    requireAllowed(principal)
  } catch (error) {
    await api.signOut(accessToken, caller).catch(() => undefined)
    throw error
  }
  const accessUntil = now().getTime() + secondsMs(expiresIn)
  return { accessToken, refreshToken, accessUntil, principal }
}

/** How long an old cookie leads to the session that replaced it. Nobody refreshes with that cookie again. */
const graceMs = secondsMs(60)
const refreshedMax = 1_000

/**
 * A refresh token works once, and a token that is used twice ends its session. But a browser sends many requests with one cookie,
 * also to several of our processes, and some arrive after the first was answered. All of them get one result.
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

/** One process asks the API. The others wait until it has put the result into the cache. */
async function refreshTogether(
  deps: SessionsDeps,
  key: string,
  session: AdminSession,
  caller: Caller,
): Promise<AdminSession> {
  const { api, cache, seal, pages } = deps
  const resultKey = `${pages}/refreshed/${key}`
  const lockKey = `${pages}/refreshing/${key}`
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

/** Without the cache every process refreshes for itself. */
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
